import type { DemoVehicle } from './fleet.ts';
import { planDrive } from './drive.ts';
import type { Drive, DrivingStyle } from './drive.ts';
import type { Itinerary } from './itinerary.ts';
import { trafficPace } from './local-time.ts';
import { fraction, randomFrom } from './random.ts';
import type { Halt, Streets } from './streets.ts';

/** A span from (included) to (not included), ms since 1970. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** A segment of a day. Times in ms since 1970; `odometerM` is the day's distance at its beginning. */
export type Segment =
  | {
      kind: 'stop';
      startMs: number;
      endMs: number;
      odometerM: number;
      halt: Halt;
      off: { fromMs: number; toMs: number } | null;
    }
  | {
      kind: 'drive';
      startMs: number;
      endMs: number;
      odometerM: number;
      lengthM: number;
      from: Halt;
      to: Halt;
      leg: number;
      /** Waiting at lights and at give-way lines. */
      waits: Span[];
    };

const RATES: Readonly<Record<DemoVehicle['type'], { acceleration: number; braking: number; pace: number }>> = {
  truck: { acceleration: 0.9, braking: 1.3, pace: 0.9 },
  van: { acceleration: 1.3, braking: 1.7, pace: 0.97 },
  car: { acceleration: 1.6, braking: 2, pace: 1 },
  motorcycle: { acceleration: 2, braking: 2.2, pace: 1.02 },
};

function waitsOf(drive: Drive, startMs: number): Span[] {
  const waits: Span[] = [];
  for (const [i, seconds] of drive.waits.entries()) {
    const reachedMs = startMs + (drive.reach[i] ?? 0) * 1000;
    if (seconds > 0) waits.push({ startMs: Math.round(reachedMs), endMs: Math.round(reachedMs + seconds * 1000) });
  }
  return waits;
}

/** A day's work with its timing, computed leg by leg as far as it is needed. */
export class DayPlan {
  readonly itinerary: Itinerary;
  readonly segments: Segment[] = [];
  readonly #vehicle: DemoVehicle;
  readonly #index: number;
  readonly #streets: Streets;
  #recent: { leg: number; drive: Drive }[] = [];
  #nextLeg = 0;

  readonly #drivesRetained: number;

  /** @param drivesRetained the number of drive timings cached in memory; 2 are enough where time only advances */
  constructor(vehicle: DemoVehicle, index: number, streets: Streets, itinerary: Itinerary, drivesRetained = 2) {
    this.#drivesRetained = drivesRetained;
    this.#vehicle = vehicle;
    this.#index = index;
    this.#streets = streets;
    this.itinerary = itinerary;
    if (itinerary.visits.length === 0) return;
    // The engine warms up in the yard before the first leg.
    const warmMs = Math.round(60_000 + fraction(21, index, itinerary.day) * 180_000);
    const { startMs, depot } = itinerary;
    this.segments.push({ kind: 'stop', startMs, endMs: startMs + warmMs, odometerM: 0, halt: depot, off: null });
  }

  /** Computes the next leg and the stop after it; false when the day is complete. */
  extend(): boolean {
    const leg = this.#nextLeg;
    const visit = this.itinerary.visits[leg];
    const before = this.segments.at(-1);
    if (!visit || !before || before.kind !== 'stop') return false;
    this.#nextLeg += 1;
    const startMs = before.endMs;
    const drive = this.#drive(leg, before.halt, visit.halt, startMs);
    const endMs = Math.round(startMs + drive.durationS * 1000);
    const { odometerM } = before;
    this.segments.push({
      kind: 'drive',
      startMs,
      endMs,
      odometerM,
      lengthM: drive.lengthM,
      from: before.halt,
      to: visit.halt,
      leg,
      waits: waitsOf(drive, startMs),
    });
    const isLast = this.#nextLeg === this.itinerary.visits.length;
    const leaveMs = isLast ? endMs + 60_000 : Math.round(endMs + visit.stopS * 1000);
    const random = randomFrom(22, this.#index, this.itinerary.day, leg);
    const fromMs = Math.round(endMs + 8000 + random() * 14_000);
    // At the end of the shift the engine stays off until the next one.
    const toMs = isLast ? leaveMs : Math.round(leaveMs - 15_000 - random() * 25_000);
    const off = visit.idles ? null : { fromMs, toMs };
    this.segments.push({
      kind: 'stop',
      startMs: endMs,
      endMs: leaveMs,
      odometerM: odometerM + drive.lengthM,
      halt: visit.halt,
      off,
    });
    return true;
  }

  /** Returns the segment that contains a moment; null before the first and after the last one. */
  segmentAt(ms: number): Segment | null {
    while (ms >= (this.segments.at(-1)?.endMs ?? Infinity)) if (!this.extend()) return null;
    let low = 0;
    let high = this.segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.segments[middle]?.startMs ?? Infinity) <= ms) low = middle;
      else high = middle - 1;
    }
    const found = this.segments[low];
    return found && ms >= found.startMs ? found : null;
  }

  /** Returns the timing of a drive; the most recently used ones are cached. */
  driveOf(segment: Extract<Segment, { kind: 'drive' }>): Drive {
    return this.#drive(segment.leg, segment.from, segment.to, segment.startMs);
  }

  #drive(leg: number, from: Halt, to: Halt, startMs: number): Drive {
    const known = this.#recent.find((entry) => entry.leg === leg);
    if (known) return known.drive;
    const random = randomFrom(23, this.#index, this.itinerary.day, leg);
    const { pace, ...rates } = RATES[this.#vehicle.type];
    // Some drivers are calm and some are late: they take 92 to 106% of the others' time, and legs vary.
    const character = 0.92 + 0.14 * fraction(24, this.#index) + 0.05 * (random() - 0.5);
    const hurry = this.#vehicle.hurries ? 1.2 : 1;
    const manner: DrivingStyle = { ...rates, pace: pace * character * hurry * trafficPace(startMs) };
    const drive = planDrive(this.#streets.path(from, to), manner, random);
    this.#recent = [{ leg, drive }, ...this.#recent.slice(0, this.#drivesRetained - 1)];
    return drive;
  }
}
