import type { Outlet } from '@milepost/city/outlets';
import { DayPlan } from './day-plan.ts';
import type { Segment, Span } from './day-plan.ts';
import { driveAt } from './drive.ts';
import type { DemoVehicle } from './fleet.ts';
import { itineraryOf, roundOf } from './itinerary.ts';
import type { Itinerary, Round } from './itinerary.ts';
import { dayStart, localDay } from './local-time.ts';
import { fraction } from './random.ts';
import type { Halt, Streets } from './streets.ts';
import { type DrivenTour, tourItinerary } from './tours.ts';

/** The true state at a moment. */
export interface TrueFacts {
  lat: number;
  lon: number;
  speedKph: number;
  courseDeg: number;
  ignition: boolean;
  /** Carried: on a tow truck or a ferry, engine off. */
  state: 'driving' | 'idle' | 'stopped' | 'carried';
  odometerM: number;
  tunnel: boolean;
}

export interface TrueTrip {
  startMs: number;
  endMs: number;
  lengthM: number;
  from: string;
  to: string;
  /** Standing at lights and at give-way lines, with the engine on. */
  waits: readonly Span[];
}

export interface TrueStop {
  startMs: number;
  endMs: number;
  place: string;
  /** False if the engine kept running. */
  engineOff: boolean;
  /** When it was off; at the end of a shift it stays off until the next one, whatever this says. */
  off: { fromMs: number; toMs: number } | null;
}

/** The parts of a movement used by the recorder and the faults. */
export type Moves = Pick<Movement, 'truthAt' | 'nextChange' | 'engineSince' | 'haltedAt' | 'dayTruth'>;

/** Cached days, and drives of each day. */
export const RETAINED = { plans: 3, drives: 2 };
/** No rest is longer; before that a vehicle is assumed to have stood forever. */
const LONGEST_REST_DAYS = 8;

/** The movement of one vehicle: a pure function of its index in the fleet and of the time. */
export class Movement {
  readonly #vehicle: DemoVehicle;
  readonly #index: number;
  readonly #streets: Streets;
  /** The vehicle's depot and its customers. */
  readonly round: Round;
  readonly #plans = new Map<number, DayPlan>();
  /** Odometer at the beginning of each day's shift. */
  readonly #odometers = new Map<number, number>();
  /** When the last shift that began on a day or earlier came to its halt, and when its engine went off. */
  readonly #shiftEnds = new Map<number, { haltMs: number; offMs: number }>();
  readonly #parked = new Map<number, { lat: number; lon: number; courseDeg: number }>();

  readonly #retained: typeof RETAINED;
  readonly #tour: DrivenTour | null;

  /**
   * @param anchorDay the local day of the odometer's first, fictitious reading
   * @param retained how much to cache in memory rather than recompute
   * @param tour its tour on each of its days; null: rounds of its own customers
   */
  constructor(
    vehicle: DemoVehicle,
    index: number,
    streets: Streets,
    outlets: readonly Outlet[],
    anchorDay: number,
    retained = RETAINED,
    tour: DrivenTour | null = null,
  ) {
    this.#retained = retained;
    this.#tour = tour;
    this.#vehicle = vehicle;
    this.#index = index;
    this.#streets = streets;
    const round = roundOf(vehicle, index, streets, outlets);
    this.round = tour ? { ...round, depot: tour.depotHalt } : round;
    this.#odometers.set(anchorDay, Math.round(40_000_000 + fraction(31, index) * 160_000_000));
  }

  truthAt(ms: number): TrueFacts {
    const { plan, segment } = this.#find(ms);
    const dayM = this.#odometerAt(plan.itinerary.day);
    if (segment?.kind === 'drive') {
      const drive = plan.driveOf(segment);
      const state = driveAt(drive, (ms - segment.startMs) / 1000);
      return {
        lat: state.lat,
        lon: state.lon,
        speedKph: state.speedMps * 3.6,
        courseDeg: state.courseDeg,
        ignition: true,
        state: 'driving',
        odometerM: dayM + segment.odometerM + state.alongM,
        tunnel: state.tunnel,
      };
    }
    const off = segment ? segment.off !== null && ms >= segment.off.fromMs && ms < segment.off.toMs : true;
    const halt = segment ? segment.halt : this.round.depot;
    const doneM = segment ? segment.odometerM : ms < plan.itinerary.startMs ? 0 : plan.itinerary.lengthM;
    return {
      ...this.#placeOf(halt),
      speedKph: 0,
      ignition: !off,
      state: off ? 'stopped' : 'idle',
      odometerM: dayM + doneM,
      tunnel: false,
    };
  }

  /** Returns the next moment after `ms` at which the vehicle departs, halts, or its ignition changes. */
  nextChange(ms: number): number {
    const { plan, segment } = this.#find(ms);
    if (!segment) {
      if (ms < plan.itinerary.startMs) return plan.itinerary.startMs;
      return this.#plan(plan.itinerary.day + 1).itinerary.startMs;
    }
    const moments = segment.kind === 'stop' && segment.off ? [segment.off.fromMs, segment.off.toMs] : [];
    return Math.min(...moments.filter((moment) => moment > ms), segment.endMs);
  }

  /** Returns since when the engine has been running, or off, as it is at `ms`. */
  engineSince(ms: number): number {
    const { plan, segment } = this.#find(ms);
    if (!segment) return this.#shiftEnd(plan.itinerary.day, ms).offMs;
    if (segment.kind === 'stop' && segment.off && ms >= segment.off.fromMs && ms < segment.off.toMs)
      return segment.off.fromMs;
    const started = plan.segments.findLast((one) => one.kind === 'stop' && one.off !== null && one.off.toMs <= ms);
    return started?.kind === 'stop' && started.off ? started.off.toMs : plan.itinerary.startMs;
  }

  /** Returns when the drive before the standing at `ms` ended; `ms` itself while driving. */
  haltedAt(ms: number): number {
    const { plan, segment } = this.#find(ms);
    if (segment?.kind === 'drive') return ms;
    if (segment && segment !== plan.segments[0]) return segment.startMs;
    return this.#shiftEnd(plan.itinerary.day - (segment ? 1 : 0), ms).haltMs;
  }

  /** Returns all drives and stops of the shift that begins on a local day. */
  dayTruth(day: number): { trips: TrueTrip[]; stops: TrueStop[] } {
    const plan = this.#plan(day);
    while (plan.extend());
    const trips = plan.segments.flatMap((s): TrueTrip[] =>
      s.kind === 'drive'
        ? [
            {
              startMs: s.startMs,
              endMs: s.endMs,
              lengthM: s.lengthM,
              from: s.from.name,
              to: s.to.name,
              waits: s.waits,
            },
          ]
        : [],
    );
    const stops = plan.segments.flatMap((s): TrueStop[] =>
      s.kind === 'stop'
        ? [{ startMs: s.startMs, endMs: s.endMs, place: s.halt.name, engineOff: s.off !== null, off: s.off }]
        : [],
    );
    return { trips, stops };
  }

  /** Returns the plan that contains a moment, or the one before the pause that does. */
  #find(ms: number): { plan: DayPlan; segment: Segment | null } {
    const today = localDay(ms);
    for (const day of [today, today - 1]) {
      const plan = this.#plan(day);
      if (ms >= plan.itinerary.startMs) return { plan, segment: plan.segmentAt(ms) };
    }
    return { plan: this.#plan(today - 1), segment: null };
  }

  #itineraryOf(day: number): Itinerary {
    if (this.#tour) return tourItinerary(this.#tour, this.#index, this.#streets, day);
    return itineraryOf(this.#vehicle, this.#index, this.round, this.#streets, day);
  }

  #plan(day: number): DayPlan {
    const known = this.#plans.get(day);
    if (known) return known;
    const itinerary = this.#itineraryOf(day);
    const plan = new DayPlan(this.#vehicle, this.#index, this.#streets, itinerary, this.#retained.drives);
    const oldest = this.#plans.keys().next();
    if (this.#plans.size >= this.#retained.plans && !oldest.done) this.#plans.delete(oldest.value);
    this.#plans.set(day, plan);
    return plan;
  }

  /** Returns the last shift that began on a day or earlier and is over at `ms`. */
  #shiftEnd(day: number, ms: number): { haltMs: number; offMs: number } {
    const known = this.#shiftEnds.get(day);
    if (known && known.offMs <= ms) return known;
    for (let back = day; back > day - LONGEST_REST_DAYS; back -= 1) {
      const plan = this.#plan(back);
      while (plan.extend());
      const last = plan.segments.at(-1);
      if (last?.kind !== 'stop' || !last.off || last.off.fromMs > ms) continue;
      const end = { haltMs: last.startMs, offMs: last.off.fromMs };
      this.#shiftEnds.set(day, end);
      return end;
    }
    const longAgo = dayStart(day - LONGEST_REST_DAYS);
    return { haltMs: longAgo, offMs: longAgo };
  }

  /** Counts from the nearest known day, in either direction. */
  #odometerAt(day: number): number {
    const known = this.#odometers.get(day);
    if (known !== undefined) return known;
    const nearest = [...this.#odometers.keys()].reduce((a, b) => (Math.abs(a - day) <= Math.abs(b - day) ? a : b));
    let reading = this.#odometers.get(nearest) ?? 0;
    const lengthOf = (d: number): number => this.#itineraryOf(d).lengthM;
    for (let d = nearest; d < day; d += 1) this.#odometers.set(d + 1, (reading += lengthOf(d)));
    for (let d = nearest - 1; d >= day; d -= 1) this.#odometers.set(d, (reading -= lengthOf(d)));
    return reading;
  }

  #placeOf(halt: Halt): { lat: number; lon: number; courseDeg: number } {
    const known = this.#parked.get(halt.id);
    if (known) return known;
    const place = this.#streets.placeOf(halt);
    this.#parked.set(halt.id, place);
    return place;
  }
}
