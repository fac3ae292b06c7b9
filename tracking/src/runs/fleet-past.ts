import { between, type Coordinates } from '../geo.ts';

/** A past visit from which durations are learned. Times in epoch milliseconds. */
export interface SeenVisit {
  outletId: number;
  arrivedAt: number;
  /** How long the vehicle stood, seconds. */
  stoodS: number;
  /** The leg to it: seconds, and the place before (a depot's id is negative); null where unknown. */
  legS: number | null;
  legFrom: number | null;
}

/** Durations learned from the fleet's history; null where unknown. */
export interface FleetPast {
  /** Seconds of the leg between two places that begins at a moment; a depot's id is negative. */
  legS(from: number, to: number, at: number): number | null;
  /** Seconds of standing at an outlet. */
  serviceS(outletId: number): number | null;
  /** Remaining seconds at an outlet, given for how long the vehicle has already stood there. */
  restS?(outletId: number, stoodS: number): number | null;
  /** How far the median of one service is below its mean, seconds: some are very long. */
  skewS?: number;
  /** The driver's daily break. */
  pause?: Pause | null;
}

export interface Pause {
  /** The time of day from which it is taken at the next stop, ms after midnight (UTC). */
  fromMs: number;
  lastsS: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A stop counts as a break when it lasts at least this long, and this many times the usual, seconds. */
const PAUSE_S = 1800;
const PAUSE_TIMES = 3;
/** Breaks within this time of each other form a habit, from this many on. */
const HABIT_MS = 100 * 60_000;
const HABIT = 2;
/**
 * Weights of the prior against observations: a leg's length as legs, the mean of all services as services, and an
 * average hour as seconds.
 */
const LEG_WEIGHT = 0.5;
const SERVICE_WEIGHT = 15;
const HOUR_WEIGHT_S = 15_000;
/** From fewer legs or services nothing is learned; nor is the remaining time from fewer longer services. */
const FEW = 10;
const MIN_LONGER = 3;
/** At most this many services are kept, evenly from the shortest to the longest. */
const MAX_SERVICES = 400;
/** A leg that took this many times the usual, for its length plus `SHORT_M` metres, included a detour. */
const ROUNDABOUT = 2.2;
const SHORT_M = 1000;

/** Learns legs and services from past visits. Stores a few figures, not the visits. */
export function learnPast(visits: readonly SeenVisit[], places: ReadonlyMap<number, Coordinates>): FleetPast {
  const isPause = pausesAmong(visits);
  return { ...learnLegs(visits, places), ...learnServices(visits.filter((visit) => !isPause(visit))) };
}

function pausesAmong(visits: readonly SeenVisit[]): (visit: SeenVisit) => boolean {
  const leastS = Math.max(PAUSE_S, PAUSE_TIMES * medianOf(visits.map(({ stoodS }) => stoodS)));
  return ({ stoodS }) => stoodS >= leastS;
}

function learnServices(visits: readonly SeenVisit[]): Pick<FleetPast, 'serviceS' | 'restS' | 'skewS'> {
  const all = visits.map(({ stoodS }) => stoodS).toSorted((a, b) => a - b);
  if (all.length === 0) return { serviceS: () => null };
  const mean = sumOf(all) / all.length;
  const means = new Map<number, number>();
  for (const [outletId, theirs] of Map.groupBy(visits, (visit) => visit.outletId)) {
    const stood = sumOf(theirs.map(({ stoodS }) => stoodS));
    means.set(outletId, (stood + SERVICE_WEIGHT * mean) / (theirs.length + SERVICE_WEIGHT));
  }
  const serviceS = (outletId: number) => means.get(outletId) ?? mean;
  const step = Math.max(1, Math.floor(all.length / MAX_SERVICES));
  const some = Float64Array.from(all.filter((_stoodS, index) => index % step === 0));
  return {
    serviceS,
    restS: (outletId, stoodS) => {
      if (some.length < FEW) return null;
      const scale = serviceS(outletId) / mean;
      const longer = some.filter((one) => one * scale > stoodS);
      return longer.length >= MIN_LONGER ? (longer[longer.length >> 1] ?? 0) * scale - stoodS : null;
    },
    skewS: all.length < FEW ? 0 : Math.max(0, mean - medianOf(all)),
  };
}

function learnLegs(visits: readonly SeenVisit[], places: ReadonlyMap<number, Coordinates>): Pick<FleetPast, 'legS'> {
  const measured = visits.flatMap(({ outletId, legFrom, legS, arrivedAt }) => {
    const [from, to] = [legFrom === null ? undefined : places.get(legFrom), places.get(outletId)];
    if (!from || !to || legS === null) return [];
    return [{ key: `${legFrom} ${outletId}`, metres: between(from, to), legS, hour: hourOf(arrivedAt - legS * 1000) }];
  });
  // Removes legs with a detour.
  const usual = medianOf(measured.map(({ legS, metres }) => legS / (metres + SHORT_M)));
  const legs = measured.filter(({ legS, metres }) => legS <= usual * (metres + SHORT_M) * ROUNDABOUT);
  const { fixedS, perMetre } = lineOf(legs);
  const byHour = Map.groupBy(legs, ({ hour }) => hour);
  const hourly = Array.from({ length: 24 }, (_, hour) => {
    const theirs = byHour.get(hour) ?? [];
    const thoughtS = sumOf(theirs.map(({ metres }) => fixedS + perMetre * metres));
    return (sumOf(theirs.map(({ legS }) => legS)) + HOUR_WEIGHT_S) / (thoughtS + HOUR_WEIGHT_S);
  });
  const ways = new Map<string, number>();
  for (const [key, theirs] of Map.groupBy(legs, (leg) => leg.key)) {
    // Each leg scaled to an average hour.
    const seen = medianOf(theirs.map(({ legS, hour }) => legS / (hourly[hour] ?? 1)));
    const straightS = fixedS + perMetre * (theirs[0]?.metres ?? 0);
    ways.set(key, (seen * theirs.length + straightS * LEG_WEIGHT) / (theirs.length + LEG_WEIGHT));
  }
  const isKnown = legs.length >= FEW;
  return {
    legS: (from, to, at) => {
      const [a, b] = [places.get(from), places.get(to)];
      if (!a || !b || !isKnown) return null;
      return (ways.get(`${from} ${to}`) ?? fixedS + perMetre * between(a, b)) * (hourly[hourOf(at)] ?? 1);
    },
  };
}

/** Fits a leg's seconds as a linear function of metres, by least squares; never below zero at its start. */
function lineOf(legs: readonly { metres: number; legS: number }[]): { fixedS: number; perMetre: number } {
  const [metres, seconds] = [sumOf(legs.map((leg) => leg.metres)), sumOf(legs.map(({ legS }) => legS))];
  const [meanM, meanS] = [metres / legs.length, seconds / legs.length];
  const spread = sumOf(legs.map((leg) => (leg.metres - meanM) ** 2));
  const slope = spread > 0 ? sumOf(legs.map((leg) => (leg.metres - meanM) * (leg.legS - meanS))) / spread : 0;
  const fixedS = meanS - slope * meanM;
  if (slope <= 0 || fixedS < 0 || legs.length < FEW) return { fixedS: 0, perMetre: metres > 0 ? seconds / metres : 0 };
  return { fixedS, perMetre: slope };
}

/**
 * Returns the break shown by a vehicle's visits, which must be in order of time; null without one at about the same
 * time of day.
 */
export function learnPause(own: readonly SeenVisit[]): Pause | null {
  const pauses = own.filter(pausesAmong(own));
  // The habit with the most breaks, centred on one of them.
  const offs = pauses.map((one) =>
    pauses.map((other) => signedMs(other.arrivedAt - one.arrivedAt)).filter((off) => Math.abs(off) < HABIT_MS),
  );
  const most = offs.reduce((best, each, index) => (each.length > (offs[best]?.length ?? 0) ? index : best), 0);
  const [centre, theirs] = [pauses[most], offs[most]];
  if (!centre || !theirs || theirs.length < HABIT) return null;
  const gaps = own.flatMap(({ arrivedAt }, index) => {
    const before = own[index - 1];
    return before && arrivedAt - before.arrivedAt < 2 * HOUR_MS ? [arrivedAt - before.arrivedAt] : [];
  });
  const middle = centre.arrivedAt + medianOf(theirs);
  return { fromMs: (middle - medianOf(gaps) / 2) % DAY_MS, lastsS: medianOf(pauses.map(({ stoodS }) => stoodS)) };
}

/** Returns a difference modulo whole days, the one nearest to zero, ms. */
export function signedMs(ms: number): number {
  const off = ((ms % DAY_MS) + DAY_MS) % DAY_MS;
  return off > DAY_MS / 2 ? off - DAY_MS : off;
}

const hourOf = (ms: number): number => Math.floor((((ms % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS);
const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
