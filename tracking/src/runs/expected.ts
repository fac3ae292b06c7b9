import { between, type Place } from '../geo.ts';
import { type FleetPast, signedMs } from './fleet-past.ts';
import type { PlannedStop, RunFacts, RunPlan, StopVisit } from './run-plan.ts';

/** Where a vehicle is, and when it said so (epoch milliseconds). */
export interface Whereabouts {
  at: number;
  place: Place;
}

/** When a stop will be reached, epoch milliseconds, and how far that may be off: four in five are nearer, seconds. */
export interface Expected {
  outletId: number;
  at: number;
  errorS: number;
}

/** Straight lines are so much shorter than ways, and so fast are they driven in a town, m/s. */
const DETOUR = 1.4;
const TOWN_MPS = 7;
/** Nobody gets nearer to a stop faster than this, m/s. */
const FAST_MPS = 16;
/** So many seconds of plan weigh as much against what was seen today. */
const PLAN_WEIGHS_S = 20_000;
/** How much ways and services differ from day to day, of their length; and what is never known better, seconds. */
const LEG_SPREAD = 0.35;
const SERVICE_SPREAD = 0.9;
const LEAST_ERROR_S = 30;
/** When a run that has not begun will begin, nobody knows better than this, seconds. */
const DEPARTURE_SPREAD_S = 600;
/** On the way, so much is told by the place, and the rest by the time since it began. */
const PLACE_SHARE = 0.85;
/** Of a sum of several services, the middle is by so much of the difference of one below the mean. */
const SKEW_OF_SUM = 0.3;
/** Who stood for so much of the usual pause has had it; and a run that begins so long after it, ms, begins without. */
const PAUSE_SHARE = 0.6;
const AFTER_PAUSE_MS = 15 * 60_000;
const LATEST_PAUSE_MS = 2 * 3_600_000;

interface Ways {
  plan: RunPlan;
  past: FleetPast;
  places: ReadonlyMap<number, Place>;
}

/**
 * When each stop that is left will be reached, in planned order. A way takes what the fleet's own past or the plan says,
 * scaled by how the vehicle gets on today; on the way, what is left of it by distance and by time. Stops that were passed
 * over have no expected time, and neither have any once the run is over.
 * @param places the middle of each outlet and depot
 * @param whereabouts the newest fix of the vehicle; null where there is none
 */
export function expectedArrivals(
  facts: RunFacts,
  ways: Ways,
  whereabouts: Whereabouts | null,
  now: number,
): Expected[] {
  const { plan, past, places } = ways;
  if (facts.endedAt !== null) return [];
  const byOutlet = new Map(facts.visits.map((visit) => [visit.outletId, visit]));
  const newest = latestOf(facts.visits);
  const reached =
    plan.stops.find(({ outletId }) => outletId === newest?.outletId)?.position ?? reachedBy(plan, byOutlet);
  // Where the former vehicle was says nothing of where this one comes from.
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

/** Four in five of a normal distribution are within 1.28 of its spread. */
const errorOf = (variance: number): number => Math.round(Math.max(LEAST_ERROR_S, 1.28 * Math.sqrt(variance)));

/** The visit that the vehicle is at, or came from. */
function latestOf(visits: readonly StopVisit[]): StopVisit | undefined {
  const seen = visits.filter(({ arrivedAt }) => arrivedAt !== null);
  return seen.toSorted((a, b) => (b.arrivedAt ?? 0) - (a.arrivedAt ?? 0))[0];
}

/** The place in the planned order that the run has reached, where the vehicle is at an outlet beside the plan. */
function reachedBy({ stops }: RunPlan, visits: ReadonlyMap<number, StopVisit>): number {
  const seen = stops.filter(({ outletId }) => visits.get(outletId)?.arrivedAt != null);
  return Math.max(-Infinity, ...seen.map(({ position }) => position));
}

/** From when on the day's pause is taken at the next stop; null where it is over, or nobody knows of one. */
function pauseOf({ begunAt, visits }: RunFacts, { pause }: FleetPast, now: number): number | null {
  if (!pause) return null;
  const from = now + signedMs(pause.fromMs - now);
  const begun = begunAt ?? now;
  const taken = visits.some(({ stoodS }) => stoodS >= pause.lastsS * PAUSE_SHARE);
  // Who has not had it for hours goes without today.
  return taken || from < begun - AFTER_PAUSE_MS || now > from + LATEST_PAUSE_MS ? null : from;
}

interface Start {
  /** When the way to the next stop begins, or began. */
  at: number;
  placeId: number | null;
  /** Where it is, where no place is known that it comes from. */
  place?: Place;
  onTheWay: boolean;
  variance: number;
  /** From when on the pause is still to come. */
  pauseAt: number | null;
}

/** Where and when the way to the next stop begins. */
function startOf(
  facts: RunFacts,
  { plan, past }: Ways,
  { latest, now, whereabouts }: { latest: StopVisit | undefined; now: number; whereabouts: Whereabouts | null },
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

/** Seconds of a way by the fleet's past, else by the plan where it goes from the one to the other, else by its length. */
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

function straightS(from: Place | undefined, to: Place | undefined): number {
  return from && to ? (between(from, to) * DETOUR) / TOWN_MPS : 600;
}

/** How today's ways compare with what they should have taken: 1 as expected, 1.2 a fifth slower. */
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
  places: ReadonlyMap<number, Place>;
  whereabouts: Whereabouts | null;
  now: number;
}

/** Seconds from the start of the way until the next stop, by what is left of it. */
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
