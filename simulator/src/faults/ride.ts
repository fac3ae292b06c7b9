import { bearingDeg, distanceM } from '@milepost/city/distance';
import { driveAt, planDrive } from '../drive.ts';
import type { DrivingStyle } from '../drive.ts';
import { localDay } from '../local-time.ts';
import type { Movement, Moves, TrueStop, TrueTrip, TrueFacts } from '../movement.ts';
import { movedBy } from '../noise.ts';
import { between, pick, randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import type { Streets } from '../streets.ts';

/** A movement on which the vehicle is carried with its engine off; ms since 1970. */
export interface TrueRide {
  kind: 'towTruck' | 'ferry';
  startMs: number;
  endMs: number;
  lengthM: number;
}

/** A ride with its timing; `at` returns its location the given seconds after its start. */
interface Ride extends TrueRide {
  /** Whether it ends where the first of the two began. */
  isBack: boolean;
  at: (seconds: number) => Pick<TrueFacts, 'lat' | 'lon' | 'speedKph' | 'courseDeg'>;
}

type Way = Pick<Ride, 'at' | 'lengthM'> & { durationS: number };

const MINUTE_MS = 60_000;
const TOW_TRUCK: DrivingStyle = { acceleration: 0.6, braking: 0.9, pace: 0.8 };
/** A round trip ends before the next shift, which follows within this many days. */
const REACH_DAYS = 2;

/** A movement whose vehicle is occasionally carried away after a shift, and back before the next one. */
export class RiddenMovement implements Moves {
  readonly #own: Movement;
  readonly #streets: Streets;
  readonly #rate: number;
  readonly #seed: readonly [number, number];
  readonly #days = new Map<number, readonly Ride[]>();
  #near: { today: number; rides: readonly Ride[] } | null = null;
  /** Cached, since several callers need the same moment. */
  #latest: { ms: number; truth: TrueFacts } | null = null;

  /** @param rate the share of shifts that are followed by such a round trip */
  constructor(own: Movement, streets: Streets, rate: number, seed: number, index: number) {
    this.#own = own;
    this.#streets = streets;
    this.#rate = rate;
    this.#seed = [seed, index];
  }

  truthAt(ms: number): TrueFacts {
    if (this.#latest?.ms !== ms) this.#latest = { ms, truth: this.#truthAt(ms) };
    return this.#latest.truth;
  }

  #truthAt(ms: number): TrueFacts {
    const truth = this.#own.truthAt(ms);
    if (this.#rate === 0) return truth;
    const ride = this.#rides(ms).findLast(({ startMs }) => startMs <= ms);
    // Returned: parked at the earlier location.
    if (!ride || (ride.isBack && ms >= ride.endMs)) return truth;
    const rides = ms < ride.endMs;
    const { speedKph, ...place } = ride.at((Math.min(ms, ride.endMs) - ride.startMs) / 1000);
    return { ...truth, ...place, speedKph: rides ? speedKph : 0, state: rides ? 'carried' : 'stopped' };
  }

  nextChange(ms: number): number {
    const moments = this.#rides(ms).flatMap(({ startMs, endMs }) => [startMs, endMs]);
    return Math.min(this.#own.nextChange(ms), ...moments.filter((moment) => moment > ms));
  }

  engineSince(ms: number): number {
    return this.#own.engineSince(ms);
  }

  haltedAt(ms: number): number {
    const ride = this.#rides(ms).findLast(({ startMs }) => startMs <= ms);
    const halted = this.#own.haltedAt(ms);
    return ride ? Math.max(halted, Math.min(ms, ride.endMs)) : halted;
  }

  dayTruth(day: number): { trips: TrueTrip[]; stops: TrueStop[] } {
    return this.#own.dayTruth(day);
  }

  /** Returns the rides that overlap a span, in order. */
  ridesWithin(fromMs: number, toMs: number): TrueRide[] {
    const rides: TrueRide[] = [];
    for (let day = localDay(fromMs) - REACH_DAYS; day <= localDay(toMs); day += 1) {
      for (const { kind, startMs, endMs, lengthM } of this.#of(day)) {
        if (startMs < toMs && endMs > fromMs) rides.push({ kind, startMs, endMs, lengthM });
      }
    }
    return rides;
  }

  /** Returns the rides that may matter on the day of a moment. */
  #rides(ms: number): readonly Ride[] {
    const today = localDay(ms);
    if (this.#near?.today !== today) {
      const days = Array.from({ length: REACH_DAYS + 1 }, (_, k) => today - REACH_DAYS + k);
      this.#near = { today, rides: days.flatMap((day) => this.#of(day)) };
    }
    return this.#near.rides;
  }

  #of(day: number): readonly Ride[] {
    let rides = this.#days.get(day);
    if (!rides) this.#days.set(day, (rides = this.#plan(day, randomFrom(230, ...this.#seed, day))));
    return rides;
  }

  #plan(day: number, random: Random): Ride[] {
    const ended = this.#own.dayTruth(day).trips.at(-1)?.endMs;
    if (random() >= this.#rate || ended === undefined) return [];
    const starts = [1, 2].flatMap((more) => this.#own.dayTruth(day + more).stops[0]?.startMs ?? []);
    const untilMs = (starts[0] ?? ended) - 20 * MINUTE_MS;
    const kind = pick(random, ['towTruck', 'ferry'] as const);
    const [out, back] = kind === 'ferry' ? this.#crossing(day, random) : this.#tow(random);
    const startMs = ended + between(random, 20, 90) * MINUTE_MS;
    const awayMs = startMs + out.durationS * 1000;
    const leaveMs = untilMs - back.durationS * 1000 - random() * 60 * MINUTE_MS;
    if (leaveMs < awayMs + 30 * MINUTE_MS) return [];
    const ride = (way: Way, atMs: number, isBack: boolean): Ride => {
      const from = Math.round(atMs);
      const { at, lengthM } = way;
      return { kind, at, lengthM, isBack, startMs: from, endMs: Math.round(from + way.durationS * 1000) };
    };
    return [ride(out, startMs, false), ride(back, leaveMs, true)];
  }

  /** On the back of a truck to a distant customer, and back. */
  #tow(random: Random): [Way, Way] {
    const { depot, halts } = this.#own.round;
    const home = this.#streets.placeOf(depot);
    const far = [0, 1, 2]
      .map(() => pick(random, halts))
      .toSorted((a, b) => awayM(home, this.#streets.placeOf(b)) - awayM(home, this.#streets.placeOf(a)));
    const away = far[0] ?? depot;
    const way = (from: typeof depot, to: typeof depot): Way => {
      const drive = planDrive(this.#streets.path(from, to), TOW_TRUCK, random);
      const at: Ride['at'] = (seconds) => {
        const { lat, lon, speedMps, courseDeg } = driveAt(drive, seconds);
        return { lat, lon, speedKph: speedMps * 3.6, courseDeg };
      };
      return { at, lengthM: drive.lengthM, durationS: drive.durationS };
    };
    return [way(depot, away), way(away, depot)];
  }

  /** Straight across the water, south of the city. */
  #crossing(day: number, random: Random): [Way, Way] {
    const home = this.#own.truthAt((this.#own.dayTruth(day).trips.at(-1)?.endMs ?? 0) + 1000);
    const course = ((150 + 60 * random()) * Math.PI) / 180;
    const lengthM = 8000 + 22_000 * random();
    const away = movedBy(home, Math.cos(course) * lengthM, Math.sin(course) * lengthM);
    const speedKph = 26 + 12 * random();
    const way = (from: typeof away, to: typeof away): Way => {
      const metres = awayM(from, to);
      const durationS = metres / (speedKph / 3.6);
      const courseDeg = bearingDeg(from.lat, from.lon, to.lat, to.lon);
      const at: Ride['at'] = (seconds) => {
        const part = Math.min(1, seconds / durationS);
        const [lat, lon] = [from.lat + (to.lat - from.lat) * part, from.lon + (to.lon - from.lon) * part];
        return { lat, lon, speedKph, courseDeg };
      };
      return { at, lengthM: metres, durationS };
    };
    return [way(home, away), way(away, home)];
  }
}

function awayM(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  return distanceM(a.lat, a.lon, b.lat, b.lon);
}
