import { between, type Coordinates } from '../geo.ts';
import { type FleetPast, signedMs } from './fleet-past.ts';
import type { PlannedStop, RunFacts, RunPlan, StopVisit } from './run-plan.ts';

/** A vehicle's location, and when it was reported (epoch milliseconds). */
export interface ReportedLocation {
  at: number;
  place: Coordinates;
}

/** The expected arrival at a stop, epoch milliseconds, and its error in seconds: four arrivals in five are closer. */
export interface Expected {
  outletId: number;
  at: number;
  errorS: number;
}

/** The ratio of driven paths to straight lines, and the average speed in a town, m/s. */
const DETOUR = 1.4;
const TOWN_MPS = 7;
/** The highest speed at which a vehicle approaches a stop, m/s. */
const FAST_MPS = 16;
/** The weight of the plan against today's observations, seconds. */
const PLAN_WEIGHS_S = 20_000;
/** The day-to-day variation of legs and services, as a share of their duration; and the least error, seconds. */
const LEG_SPREAD = 0.35;
const SERVICE_SPREAD = 0.9;
const MIN_ERROR_S = 30;
/** The uncertainty of the departure of a run that has not begun, seconds. */
const DEPARTURE_SPREAD_S = 600;
/** The weight of the vehicle's location while driving; the rest is the weight of the time since the leg began. */
const PLACE_SHARE = 0.85;
/** For a sum of several services, the median lies this share of a single service's skew below the mean. */
const SKEW_OF_SUM = 0.3;
/**
 * A driver who stood for this share of the usual break has had it; and a run that begins this long after its usual
 * time, ms, has none.
 */
const PAUSE_SHARE = 0.6;
const AFTER_PAUSE_MS = 15 * 60_000;
const LATEST_PAUSE_MS = 2 * 3_600_000;

interface Ways {
  plan: RunPlan;
  past: FleetPast;
  places: ReadonlyMap<number, Coordinates>;
}

/**
 * Returns the expected arrival at each remaining stop, in planned order. A leg takes as long as the fleet's history or
 * the plan suggests, scaled by today's pace; for the current leg, the remainder by distance and by time. Stops that
 * were passed over have no expected arrival, and neither have any once the run is over.
 * @param places the centre of each outlet and depot
 * @param whereabouts the newest fix of the vehicle, or null
 */
export function expectedArrivals(
  facts: RunFacts,
  ways: Ways,
  whereabouts: ReportedLocation | null,
  now: number,
): Expected[] {
  const { plan, past, places } = ways;
  if (facts.endedAt !== null) return [];
  const byOutlet = new Map(facts.visits.map((visit) => [visit.outletId, visit]));
  const newest = latestOf(facts.visits);
  const reached =
    plan.stops.find(({ outletId }) => outletId === newest?.outletId)?.position ?? reachedBy(plan, byOutlet);
  // The former vehicle's last stop is not where the current vehicle comes from.
  const since = facts.takenOver?.at ?? -Infinity;
  const latest = latestOf(facts.visits.filter(({ arrivedAt }) => (arrivedAt ?? 0) >= since));
  const left = plan.stops
    .filter((stop) => !stop.skipped && byOutlet.get(stop.outletId)?.arrivedAt == null && stop.position > reached)
    .toSorted((a, b) => a.position - b.position);
  const pace = paceOf(facts, ways);
  const start = startOf(facts, ways, { latest, now, whereabouts });
  const expected: Expected[] = [];
  let { at, placeId } = start;
  let variance = start.variance;
  let { pauseAt } = start;
  let skewS = 0;
  for (const [index, stop] of left.entries()) {
    const fromHere = index === 0 && start.place ? straightS(start.place, places.get(stop.outletId)) : null;
    const whole = (fromHere ?? wayS(ways, placeId, stop.outletId, at)) * pace;
    const legS = index === 0 ? restOfWay(whole, { start, stop, places, whereabouts, now }) : whole;
    at = Math.max(at + legS * 1000, index === 0 ? now : 0);
    variance += (legS * LEG_SPREAD) ** 2;
    expected.push({ outletId: stop.outletId, at: Math.round(at - skewS * 1000), errorS: errorOf(variance) });
    const isPause = pauseAt !== null && at >= pauseAt;
    const serviceS = isPause ? (past.pause?.lastsS ?? 0) : (past.serviceS(stop.outletId) ?? stop.serviceS);
    if (isPause) pauseAt = null;
    else skewS = (past.skewS ?? 0) * (index === 0 ? 1 : SKEW_OF_SUM);
    at = Math.max(at, stop.windowFrom ?? at) + serviceS * 1000;
    variance += (serviceS * SERVICE_SPREAD) ** 2;
    placeId = stop.outletId;
  }
  return expected;
}

/** Four in five values of a normal distribution are within 1.28 standard deviations. */
const errorOf = (variance: number): number => Math.round(Math.max(MIN_ERROR_S, 1.28 * Math.sqrt(variance)));

/** Returns the visit at which the vehicle is, or from which it comes. */
function latestOf(visits: readonly StopVisit[]): StopVisit | undefined {
  const seen = visits.filter(({ arrivedAt }) => arrivedAt !== null);
  return seen.toSorted((a, b) => (b.arrivedAt ?? 0) - (a.arrivedAt ?? 0))[0];
}

/**
 * Returns the position in the planned order that the run has reached, while the vehicle is at an outlet outside the
 * plan.
 */
function reachedBy({ stops }: RunPlan, visits: ReadonlyMap<number, StopVisit>): number {
  const seen = stops.filter(({ outletId }) => visits.get(outletId)?.arrivedAt != null);
  return Math.max(-Infinity, ...seen.map(({ position }) => position));
}

/** Returns the time from which the day's break is taken at the next stop; null where it is over or unknown. */
function pauseOf({ begunAt, visits }: RunFacts, { pause }: FleetPast, now: number): number | null {
  if (!pause) return null;
  const from = now + signedMs(pause.fromMs - now);
  const begun = begunAt ?? now;
  const taken = visits.some(({ stoodS }) => stoodS >= pause.lastsS * PAUSE_SHARE);
  // A driver who has not taken the break for hours goes without it today.
  return taken || from < begun - AFTER_PAUSE_MS || now > from + LATEST_PAUSE_MS ? null : from;
}

interface Start {
  /** When the leg to the next stop begins, or began. */
  at: number;
  placeId: number | null;
  /** The vehicle's coordinates, where the point it comes from is unknown. */
  place?: Coordinates;
  onTheWay: boolean;
  variance: number;
  /** The time from which the break is still to come. */
  pauseAt: number | null;
}

/** Returns where and when the leg to the next stop begins. */
function startOf(
  facts: RunFacts,
  { plan, past }: Ways,
  { latest, now, whereabouts }: { latest: StopVisit | undefined; now: number; whereabouts: ReportedLocation | null },
): Start {
  if (latest && latest.departedAt === null) {
    const pauseAt = pauseOf({ ...facts, visits: facts.visits.filter((visit) => visit !== latest) }, past, now);
    const planned = plan.stops.find(({ outletId }) => outletId === latest.outletId)?.serviceS ?? plan.shortestDwellS;
    const serviceS = past.serviceS(latest.outletId) ?? planned;
    const stoodS = (now - (latest.arrivedAt ?? now)) / 1000;
    const isPause = pauseAt !== null && (latest.arrivedAt ?? now) >= pauseAt;
    const ownS = isPause ? (past.pause?.lastsS ?? serviceS) : serviceS;
    const leftS = (isPause ? null : past.restS?.(latest.outletId, stoodS)) ?? Math.max(ownS * 0.15, ownS - stoodS);
    return {
      at: now + leftS * 1000,
      placeId: latest.outletId,
      onTheWay: false,
      pauseAt: isPause ? null : pauseAt,
      variance: (leftS * SERVICE_SPREAD) ** 2,
    };
  }
  const still = { variance: 0, pauseAt: pauseOf(facts, past, now) };
  if (latest) return { ...still, at: latest.departedAt ?? now, placeId: latest.outletId, onTheWay: true };
  if (facts.takenOver && facts.takenOver.begunAt === null && facts.begunAt !== null) {
    return { ...still, at: now, placeId: null, ...(whereabouts && { place: whereabouts.place }), onTheWay: false };
  }
  const begunAt = facts.takenOver?.begunAt ?? facts.begunAt;
  if (begunAt !== null) return { ...still, at: begunAt, placeId: plan.beginDepot, onTheWay: true };
  const variance = DEPARTURE_SPREAD_S ** 2;
  return { ...still, variance, at: Math.max(now, plan.startsAt), placeId: plan.beginDepot, onTheWay: false };
}

/**
 * Returns the seconds of a leg by the fleet's history, otherwise by the plan if it contains this leg, otherwise by its
 * length.
 */
function wayS({ plan, past, places }: Ways, from: number | null, to: number, at: number): number {
  const known = from === null ? null : past.legS(from, to, at);
  return known ?? plannedS(plan, from, to) ?? straightS(from === null ? undefined : places.get(from), places.get(to));
}

function plannedS({ stops, startsAt, beginDepot }: RunPlan, from: number | null, to: number): number | null {
  const index = stops.findIndex(({ outletId }) => outletId === to);
  const [stop, before] = [stops[index], stops.slice(0, Math.max(0, index)).findLast(({ skipped }) => !skipped)];
  if (stop?.arrival == null) return null;
  const left = before ? before.outletId === from && before.departure : from === beginDepot && startsAt;
  return typeof left === 'number' ? Math.max(0, stop.arrival - left) / 1000 : null;
}

function straightS(from: Coordinates | undefined, to: Coordinates | undefined): number {
  return from && to ? (between(from, to) * DETOUR) / TOWN_MPS : 600;
}

/** Returns the ratio of today's legs to their expected duration: 1 as expected, 1.2 a fifth slower. */
function paceOf({ visits }: RunFacts, ways: Ways): number {
  let [seenS, thoughtS] = [PLAN_WEIGHS_S, PLAN_WEIGHS_S];
  for (const { outletId, legS, legFrom, arrivedAt } of visits) {
    if (legS === null || legFrom === null || arrivedAt === null) continue;
    seenS += legS;
    thoughtS += wayS(ways, legFrom, outletId, arrivedAt - legS * 1000);
  }
  return Math.min(2, Math.max(0.5, seenS / thoughtS));
}

interface OnTheWay {
  start: Start;
  stop: PlannedStop;
  places: ReadonlyMap<number, Coordinates>;
  whereabouts: ReportedLocation | null;
  now: number;
}

/** Returns the seconds from the start of the leg to the next stop, by the remaining distance and time. */
function restOfWay(wholeS: number, { start, stop, places, whereabouts, now }: OnTheWay): number {
  if (!start.onTheWay) return wholeS;
  const goneS = (now - start.at) / 1000;
  const byTime = Math.max(0, wholeS - goneS);
  const [from, to] = [start.placeId === null ? undefined : places.get(start.placeId), places.get(stop.outletId)];
  if (!whereabouts || !to || whereabouts.at < start.at) return goneS + byTime;
  const metres = between(whereabouts.place, to);
  const wholeM = from ? between(from, to) : metres;
  const share = wholeM > 0 ? Math.min(1.5, metres / wholeM) : 1;
  const aged = (now - whereabouts.at) / 1000;
  const byPlace = Math.max(0, wholeS * share - aged);
  return goneS + Math.max(metres / FAST_MPS, PLACE_SHARE * byPlace + (1 - PLACE_SHARE) * byTime);
}
