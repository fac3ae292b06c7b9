import type { DemoVehicle } from './fleet.ts';
import { type Harsh, harshIn, nextHarsh } from './harsh.ts';
import { doorOpenAt } from './load-door.ts';
import { LoadSpace } from './load-space.ts';
import { dayStart, localDay, weekdayOf } from './local-time.ts';
import type { Faulty } from './faults/faulty.ts';
import type { Moves, TrueFacts } from './movement.ts';
import { movedBy, noise, window } from './noise.ts';
import { fraction, mix } from './random.ts';
import type { Report } from './report.ts';
import { supplyV } from './supply.ts';

const PARKED_S = 300;
const IDLE_S = 30;
/** Interval of past reports while driving: longer than for live ones, as in devices that save memory. */
const PAST_DRIVING_S = 30;
const PAST_PHONE_S = 60;
/** The time for which a loose plug silences the device. */
const LOOSE_S: [number, number] = [2400, 2700];
/** Minutes after the beginning of the shift. */
const SOS_MINUTE = 200;
/** Below this speed, no driving is harsh. */
const HARSH_KPH = 15;

/** A vehicle device's measurements: the truth with the errors of a receiver. Also a pure function of the time. */
export class Recorder {
  readonly #vehicle: DemoVehicle;
  readonly #index: number;
  readonly #movement: Moves;
  readonly #faulty: Faulty | null;
  readonly #exact: boolean;
  /** Seconds between reports while driving. */
  #intervalS: number;
  readonly #feelsHarsh: boolean;
  /** Most trackers repeat the last coordinates while the ignition is off; the others drift. */
  readonly #holdsStill: boolean;
  readonly #loadSpace: LoadSpace | null;

  /**
   * @param options `faulty`: faults of the device beyond the usual receiver errors; `exact`: a receiver without errors
   * that always has a fix
   */
  constructor(
    vehicle: DemoVehicle,
    index: number,
    movement: Moves,
    { faulty = null, exact = false }: { faulty?: Faulty | null; exact?: boolean } = {},
  ) {
    this.#vehicle = vehicle;
    this.#index = index;
    this.#movement = movement;
    this.#intervalS = vehicle.intervalS;
    this.#holdsStill = vehicle.protocol !== 'osmand' && fraction(41, index) < 0.7;
    this.#faulty = faulty;
    this.#exact = exact;
    this.#feelsHarsh = vehicle.protocol !== 'gt06' && !exact;
    this.#loadSpace = vehicle.thermometer ? new LoadSpace(index, movement) : null;
  }

  /** False where no network reaches the vehicle: reports wait in the device. */
  hasCoverage(ms: number): boolean {
    return window(this.#index, 60, ms, 7200, 0.08, [60, 360]) === null;
  }

  /** @param seconds between live reports while driving, from now on */
  reportEvery(seconds: number): void {
    this.#intervalS = seconds;
  }

  /**
   * Returns the time of the report after the one at `ms`: by interval, and immediately when ignition or motion change.
   */
  nextReport(ms: number, live: boolean): number {
    const truth = this.#movement.truthAt(ms);
    const { protocol } = this.#vehicle;
    const past = protocol === 'osmand' ? PAST_PHONE_S : PAST_DRIVING_S;
    const drivingS = live ? this.#intervalS : past;
    const stepS = moves(truth) ? drivingS : this.#wire(truth) ? IDLE_S : PARKED_S;
    const sosMs = this.#sosAt(ms);
    const next = Math.min(
      ms + stepS * 1000,
      this.#movement.nextChange(ms),
      sosMs > ms ? sosMs : Infinity,
      this.#harshAfter(ms),
      ...this.#doorTimes(ms, truth).flatMap(({ from, to }) => [from, to].filter((moment) => moment > ms)),
    );
    return Math.max(Math.ceil(next / 1000) * 1000, ms + 1000);
  }

  /** Returns the device's record at a moment; null if there is none (a phone without a fix, a loose plug). */
  reportAt(ms: number): Report | null {
    const report = this.#measure(ms);
    return report && this.#faulty ? this.#faulty.apply(report) : report;
  }

  /** Returns the state of the ignition wire. */
  #wire({ ignition }: TrueFacts): boolean {
    if (this.#faulty) return this.#faulty.wire(ignition);
    const { wire } = this.#vehicle;
    return wire === 'live' || (ignition && wire === 'right');
  }

  #measure(ms: number): Report | null {
    if (this.#vehicle.trouble === 'loosePlug' && window(this.#index, 95, ms, 28_800, 0.3, LOOSE_S)) return null;
    const truth = this.#movement.truthAt(ms);
    const lostSince = this.#exact ? null : this.#lostSince(ms, truth);
    const valid = lostSince === null;
    if (!valid && this.#vehicle.protocol === 'osmand') return null;
    const seen = valid ? truth : this.#movement.truthAt(lostSince);
    const { lat, lon } = this.#exact ? truth : this.#withNoise(seen, valid ? ms : lostSince);
    const speedNoise = this.#exact ? 0 : noise(this.#index, 47, ms, 7) * 0.8;
    const engine = { on: truth.ignition, sinceMs: this.#movement.engineSince(ms) };
    const satellites = valid ? Math.round(12 + 3 * noise(this.#index, 44, ms, 90)) : 0;
    const battery = 82 + 17 * noise(this.#index, 46, ms, 14_400);
    return {
      timeMs: ms,
      lat,
      lon,
      altitudeM: Math.round(28 + 20 * noise(7, 45, ms + this.#index * 1e6, 600)),
      speedKph: valid && moves(truth) ? Math.max(0, truth.speedKph + speedNoise) : 0,
      courseDeg: Math.round(seen.courseDeg) % 360,
      satellites,
      accuracyM: Math.round(18 - satellites),
      valid,
      ignition: this.#wire(truth),
      motion: truth.speedKph > 2,
      odometerM: Math.round(truth.odometerM),
      powerV: supplyV(this.#vehicle.type, this.#index, engine, ms),
      batteryV: 4.05 + 0.05 * noise(this.#index, 49, ms, 3600),
      batteryPercent: Math.round(battery),
      rssi: Math.min(4, Math.max(1, Math.round(3.2 + 1.3 * noise(this.#index, 50, ms, 240)))),
      sos: ms === this.#sosAt(ms),
      harsh: valid ? this.#harshAt(ms) : null,
      ...(this.#vehicle.doorContact && {
        doorOpen: this.#doorTimes(ms, truth).some(({ from, to }) => ms >= from && ms < to),
      }),
      // The probe has a resolution of tenths.
      ...(this.#loadSpace && { temperatureC: Math.round(this.#loadSpace.temperatureAt(ms) * 10) / 10 }),
      archived: false,
    };
  }

  /** Returns when the load door is open at the stop of this moment: never while driving or without a contact. */
  #doorTimes(ms: number, truth: TrueFacts): { from: number; to: number }[] {
    if (!this.#vehicle.doorContact || moves(truth)) return [];
    return [doorOpenAt(this.#index, this.#movement.haltedAt(ms))];
  }

  /**
   * Returns the harsh driving event detected at this moment by a phone or a device that measures it, while driving.
   */
  #harshAt(ms: number): Harsh | null {
    if (!this.#feelsHarsh) return null;
    const event = harshIn(this.#index, this.#vehicle.hurries, ms);
    if (event?.at !== ms) return null;
    const truth = this.#movement.truthAt(ms);
    return truth.state === 'driving' && truth.speedKph >= HARSH_KPH ? event.kind : null;
  }

  #harshAfter(ms: number): number {
    if (!this.#feelsHarsh) return Infinity;
    const event = nextHarsh(this.#index, this.#vehicle.hurries, ms);
    return event !== null && this.#harshAt(event.at) !== null ? event.at : Infinity;
  }

  /**
   * Returns when the driver presses the button in a week: in the shift that begins on Wednesday; infinite if never.
   */
  #sosAt(ms: number): number {
    if (this.#vehicle.trouble !== 'callsForHelp') return Infinity;
    const today = localDay(ms);
    const wednesday = today - ((weekdayOf(today) + 4) % 7);
    return dayStart(wednesday) + (this.#vehicle.shift.startMinute + SOS_MINUTE) * 60_000;
  }

  /** Returns since when there is no fix: tunnels, and occasionally street canyons; null if there is one. */
  #lostSince(ms: number, truth: TrueFacts): number | null {
    const gap = moves(truth) ? window(this.#index, 70, ms, 900, 0.03, [15, 60]) : null;
    if (gap) return Math.floor(gap.start / 1000) * 1000;
    if (!truth.tunnel) return null;
    for (let back = ms - 2000; back > ms - 60_000; back -= 2000) {
      if (!this.#movement.truthAt(back).tunnel) return back;
    }
    return ms - 60_000;
  }

  #withNoise(truth: TrueFacts, ms: number): { lat: number; lon: number } {
    let at = ms;
    let reach = 3.5;
    let periodS = 20;
    if (!moves(truth)) {
      reach = 5;
      periodS = 240;
      const seesStop = truth.state === 'stopped' && !this.#wire(truth);
      if (seesStop && this.#holdsStill) at = mix(this.#index, Math.round(truth.odometerM)) * 100;
      else if (truth.state === 'stopped') {
        // Between buildings, reflections displace the fix for some minutes.
        const pushed = window(this.#index, 80, ms, 3600, 0.25, [120, 600]);
        reach = pushed ? 26 : 9;
      }
    }
    const north = reach * noise(this.#index, 42, at, periodS);
    const east = reach * noise(this.#index, 43, at, periodS);
    return movedBy(truth, north, east);
  }
}

function moves({ state }: TrueFacts): boolean {
  return state === 'driving' || state === 'carried';
}
