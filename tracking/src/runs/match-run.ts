import { isDepot } from '../stays.ts';
import type { PlannedStop, PlaceStay, RunFacts, RunPlan, StopVisit } from './run-plan.ts';
import { assign, type Assigned, standingsOf } from './standings.ts';

/** Stops are left and the vehicle is back: it may load again and go on, unless it stays at the depot for so long. */
const BACK_MS = 45 * 60_000;

/**
 * What happened on a run, from the stays of its vehicle in any order. Depends on nothing but its arguments, so that late
 * data and changes of the plan give the same facts whenever they come.
 * @param isOver whether the day of the run is over, so that nothing more can happen
 * @param isSilent whether nothing was heard of the vehicle on that day: what is left is then unknown, not missed
 */
export function matchRun(
  plan: RunPlan,
  stays: readonly PlaceStay[],
  isOver: boolean,
  isSilent: boolean = false,
): RunFacts {
  const theirs = stays
    .filter(({ start, end, seenAt }) => start < plan.until && (end ?? seenAt) > plan.from)
    .toSorted((a, b) => a.start - b.start || a.placeId - b.placeId);
  const atDepots = theirs.filter(({ placeId }) => isDepot(placeId));
  const atOutlets = theirs.filter(({ placeId }) => !isDepot(placeId));
  const planned = new Map(plan.stops.map((stop) => [stop.outletId, stop]));
  const dwellMs = plan.shortestDwellS * 1000;
  const { assigned, maybe } = assign(standingsOf(atOutlets, atDepots), planned, dwellMs);
  const found = visitsOf(assigned, dwellMs);
  const drops = [...found.values()].filter(({ served }) => served).toSorted(byArrival);
  const begun = beginOf(plan, atDepots, drops[0]);
  const left = plan.stops.filter(({ outletId, skipped }) => !skipped && found.get(outletId)?.served !== true).length;
  const ended = begun && endOf(plan, atDepots, { begunAt: begun.at, drops, left, isOver });
  addLegs(drops, begun);
  const isDone = isOver || ended !== null;
  const rest = !isDone ? 'planned' : isSilent ? 'unknown' : 'missed';
  return {
    begunAt: begun?.at ?? null,
    begunBy: begun?.by ?? null,
    endedAt: ended?.at ?? null,
    endedBy: ended?.by ?? null,
    drivenM: begun ? drivenM(begun.metres, ended?.metres ?? theirs.at(-1)?.endM ?? null) : null,
    visits: [
      ...plan.stops.map((stop) => visitOf(stop, found.get(stop.outletId), rest, maybe)),
      ...drops.filter(({ stay }) => !planned.has(stay.placeId)).map((one) => toVisit(one, 'unplanned')),
    ],
  };
}

/** The visit of an outlet that counts, while the run is being matched. */
interface Found {
  stay: PlaceStay;
  served: boolean;
  order: number | null;
  arrivedAt: number;
  departedAt: number | null;
  stoodMs: number;
  doubt: StopVisit['doubt'];
  legS: number | null;
  legFrom: number | null;
}

const byArrival = (a: Found, b: Found): number => a.arrivedAt - b.arrivedAt || a.stay.placeId - b.stay.placeId;

/** By outlet: the first stay that is long enough, else one that goes on. */
function visitsOf(assigned: readonly Assigned[], dwellMs: number): Map<number, Found> {
  const byStay = Map.groupBy(assigned, ({ stay }) => stay);
  const found = new Map<number, Found>();
  for (const [stay, standings] of byStay) {
    const stoodMs = standings.reduce((sum, { from, to }) => sum + to - from, 0);
    const served = stoodMs >= dwellMs;
    if ((!served && stay.end !== null) || found.get(stay.placeId)?.served) continue;
    found.set(stay.placeId, {
      stay,
      served,
      order: null,
      ...boundsOf(stay, standings, assigned, dwellMs),
      stoodMs,
      doubt: standings.find(({ doubt }) => doubt !== null)?.doubt ?? null,
      legS: null,
      legFrom: null,
    });
  }
  return found;
}

/**
 * From the first halt that is no wait on the way, as at a light before the door, to the last. It goes on while the stay
 * does, unless the vehicle stood at another outlet since, within the same area.
 */
function boundsOf(stay: PlaceStay, own: readonly Assigned[], all: readonly Assigned[], dwellMs: number) {
  const isLong = ({ from, to, doubt }: Assigned) => to - from >= dwellMs || doubt === 'shared';
  const long = own.some(isLong) ? own.filter(isLong) : own;
  const from = long[0]?.from ?? stay.start;
  const to = long.at(-1)?.to ?? stay.start;
  const isAfter = all.some(
    (one) => one.stay !== stay && isLong(one) && one.from >= to && one.from < (stay.end ?? Infinity),
  );
  return { arrivedAt: from, departedAt: stay.end !== null || isAfter ? to : null };
}

interface Bound<By> {
  at: number;
  by: By;
  placeId: number;
  /** Ever driven by then. */
  metres: number;
}

function beginOf(
  plan: RunPlan,
  atDepots: readonly PlaceStay[],
  first: Found | undefined,
): Bound<'depot' | 'stop'> | null {
  const theirs = atDepots.filter(({ placeId }) => plan.beginDepot === null || placeId === plan.beginDepot);
  const before = theirs.filter(({ start }) => start <= (first?.arrivedAt ?? Infinity));
  // Without a drop, one that is back at the depot has not begun yet.
  const last = first ? before.findLast(({ end }) => end !== null && end <= first.arrivedAt) : before.at(-1);
  if (last?.end != null && last.end >= plan.from) {
    return { at: last.end, by: 'depot', placeId: last.placeId, metres: last.endM };
  }
  if (!first) return null;
  return { at: first.arrivedAt, by: 'stop', placeId: first.stay.placeId, metres: first.stay.startM };
}

function endOf(
  plan: RunPlan,
  atDepots: readonly PlaceStay[],
  { begunAt, drops, left, isOver }: { begunAt: number; drops: readonly Found[]; left: number; isOver: boolean },
): (Pick<Bound<'depot' | 'day'>, 'at' | 'by'> & { metres: number | null }) | null {
  const after = Math.max(begunAt, ...drops.map(({ arrivedAt }) => arrivedAt));
  const theirs = atDepots.filter(({ placeId }) => plan.endDepot === null || placeId === plan.endDepot);
  const back = theirs.find(({ start }) => start > after);
  if (back && (isOver || (left === 0 && drops.length > 0) || (back.end ?? back.seenAt) - back.start >= BACK_MS)) {
    return { at: back.start, by: 'depot', metres: back.startM };
  }
  return isOver ? { at: plan.until, by: 'day', metres: null } : null;
}

const drivenM = (fromM: number, toM: number | null): number | null =>
  toM === null || toM < fromM ? null : Math.round(toM - fromM);

/** Numbers the drops and tells the way to each. */
function addLegs(drops: readonly Found[], begun: Bound<'depot' | 'stop'> | null): void {
  for (const [index, drop] of drops.entries()) {
    drop.order = index + 1;
    const before = drops[index - 1];
    const [left, place] = before
      ? [before.departedAt, before.stay.placeId]
      : [begun?.at ?? null, begun?.placeId ?? null];
    if (left === null || place === null || place === drop.stay.placeId) continue;
    drop.legS = Math.max(0, drop.arrivedAt - left) / 1000;
    drop.legFrom = place;
  }
}

/** @param rest the state of stops that were not served */
function visitOf(
  stop: PlannedStop,
  found: Found | undefined,
  rest: 'planned' | 'missed' | 'unknown',
  maybe: ReadonlySet<number>,
): StopVisit {
  const isDone = rest !== 'planned';
  if (found?.served) return toVisit(found, found.departedAt === null && !isDone ? 'arrived' : 'done');
  if (found && !isDone && found.departedAt === null) return toVisit(found, 'arrived');
  const state = stop.skipped ? 'skipped' : rest;
  return {
    outletId: stop.outletId,
    state,
    served: false,
    order: null,
    arrivedAt: null,
    departedAt: null,
    stoodS: found ? found.stoodMs / 1000 : 0,
    legS: null,
    legFrom: null,
    doubt: maybe.has(stop.outletId) ? 'shared' : null,
  };
}

function toVisit(
  { stay, stoodMs, served, order, arrivedAt, departedAt, legS, legFrom, doubt }: Found,
  state: StopVisit['state'],
): StopVisit {
  const outletId = stay.placeId;
  return { outletId, state, served, order, arrivedAt, departedAt, stoodS: stoodMs / 1000, legS, legFrom, doubt };
}
