import { isDepot } from '../dwells.ts';
import type { PlannedStop, PlaceDwell, RunFacts, RunPlan, StopVisit, VehicleTurn } from './run-plan.ts';
import { assign, type Assigned, standingsOf, type TurnDwell } from './standings.ts';

/** With stops left and the vehicle back, it may load and continue, unless it remains at the depot for this long. */
const BACK_MS = 45 * 60_000;

/**
 * Returns the course of a run, from the dwells of its vehicles in any order. Depends on its arguments alone, so that
 * late data and changes of the plan give the same facts whenever they come. Outlets that a vehicle served in its turn
 * remain served when another takes the run over.
 * @param turns in order of time; empty where the run has no vehicle
 * @param isOver whether the day of the run is over, so that nothing more can happen
 * @param isSilent whether the vehicle sent no data on that day: remaining stops are then unknown, not missed
 */
export function matchRun(
  plan: RunPlan,
  turns: readonly VehicleTurn[],
  isOver: boolean,
  isSilent: boolean = false,
): RunFacts {
  const theirs = turns
    .flatMap((turn, index) => dwellsOf(plan, turn, index))
    .toSorted((a, b) => a.start - b.start || a.placeId - b.placeId || a.turn - b.turn);
  const atDepots = theirs.filter(({ placeId }) => isDepot(placeId));
  const atOutlets = theirs.filter(({ placeId }) => !isDepot(placeId));
  const planned = new Map(plan.stops.map((stop) => [stop.outletId, stop]));
  const dwellMs = plan.shortestDwellS * 1000;
  const { assigned, maybe } = assign(standingsOf(atOutlets, atDepots), planned, dwellMs);
  const found = visitsOf(assigned, dwellMs);
  const drops = [...found.values()].filter(({ served }) => served).toSorted(byArrival);
  const ways = turns.map((turn, index) => {
    const isOf = (dwell: TurnDwell) => dwell.turn === index;
    const own = { drops: drops.filter(({ stay: dwell }) => isOf(dwell)), atDepots: atDepots.filter(isOf) };
    return { ...own, turn, stays: theirs.filter(isOf), begun: beginOf(plan, own.atDepots, own.drops[0]) };
  });
  const first = ways.findIndex((way) => way.begun !== null);
  const begun = ways[first]?.begun ?? null;
  const last = ways.at(-1);
  const left = plan.stops.filter(({ outletId, skipped }) => !skipped && found.get(outletId)?.served !== true).length;
  const backs = last?.atDepots.filter(({ start }) => start >= last.turn.from) ?? [];
  const ended = begun && endOf(plan, backs, { begunAt: begun.at, drops, left, isOver });
  for (const [index, drop] of drops.entries()) drop.order = index + 1;
  for (const way of ways) addLegs(way.drops, way.begun);
  const isDone = isOver || ended !== null;
  const rest = !isDone ? 'planned' : isSilent ? 'unknown' : 'missed';
  return {
    begunAt: begun?.at ?? null,
    begunBy: begun?.by ?? null,
    endedAt: ended?.at ?? null,
    endedBy: ended?.by ?? null,
    drivenM: begun ? drivenM(ways.slice(first), ended?.metres ?? null) : null,
    takenOver:
      last && ways.length > 1
        ? { at: last.turn.from, begunAt: last.begun?.by === 'depot' ? last.begun.at : null }
        : null,
    visits: [
      ...plan.stops.map((stop) => visitOf(stop, found.get(stop.outletId), rest, maybe)),
      ...drops.filter(({ stay: dwell }) => !planned.has(dwell.placeId)).map((one) => toVisit(one, 'unplanned')),
    ],
  };
}

/**
 * Returns the dwells that count in a vehicle's turn: those that begin in it entirely, and one that began earlier from
 * the start of the turn on. Once the turn is over no dwell is ongoing, and a later departure from a depot does not
 * belong to this run.
 */
function dwellsOf(plan: RunPlan, { vehicleId, from, until, stays: dwells }: VehicleTurn, turn: number): TurnDwell[] {
  const isPast = until < Infinity;
  return dwells
    .filter(
      ({ start, end, seenAt }) => start < Math.min(plan.until, until) && (end ?? seenAt) > Math.max(plan.from, from),
    )
    .map((dwell) => {
      const halts = dwell.halts
        .filter((halt) => halt.from < until && (halt.to > from || halt.from >= from))
        .map((halt) => ({ ...halt, from: Math.max(halt.from, from) }));
      return { ...dwell, vehicleId, turn, halts, end: isPast ? endInTurn(dwell, until) : dwell.end };
    });
}

function endInTurn({ placeId, end, seenAt }: PlaceDwell, until: number): number | null {
  if (isDepot(placeId)) return end !== null && end < until ? end : null;
  return end ?? seenAt;
}

/** The visit to an outlet that counts, while the run is being matched. */
interface Found {
  stay: TurnDwell;
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

/** Returns by outlet the first dwell that is long enough, otherwise an ongoing one. */
function visitsOf(assigned: readonly Assigned[], dwellMs: number): Map<number, Found> {
  const byDwell = Map.groupBy(assigned, ({ stay: dwell }) => dwell);
  const found = new Map<number, Found>();
  for (const [dwell, standings] of byDwell) {
    const stoodMs = standings.reduce((sum, { from, to }) => sum + to - from, 0);
    const served = stoodMs >= dwellMs;
    if ((!served && dwell.end !== null) || found.get(dwell.placeId)?.served) continue;
    found.set(dwell.placeId, {
      stay: dwell,
      served,
      order: null,
      ...boundsOf(dwell, standings, assigned, dwellMs),
      stoodMs,
      doubt: standings.find(({ doubt }) => doubt !== null)?.doubt ?? null,
      legS: null,
      legFrom: null,
    });
  }
  return found;
}

/**
 * Returns the span from the first halt that is not a wait on the way (such as at a light before the door) to the last.
 * It is ongoing while the dwell is, unless the vehicle has since stood at another outlet within the same area.
 */
function boundsOf(dwell: TurnDwell, own: readonly Assigned[], all: readonly Assigned[], dwellMs: number) {
  const isLong = ({ from, to, doubt }: Assigned) => to - from >= dwellMs || doubt === 'shared';
  const long = own.some(isLong) ? own.filter(isLong) : own;
  const from = long[0]?.from ?? dwell.start;
  const to = long.at(-1)?.to ?? dwell.start;
  const isAfter = all.some(
    (one) =>
      one.stay !== dwell &&
      one.stay.turn === dwell.turn &&
      isLong(one) &&
      one.from >= to &&
      one.from < (dwell.end ?? Infinity),
  );
  return { arrivedAt: from, departedAt: dwell.end !== null || isAfter ? to : null };
}

interface Bound<By> {
  at: number;
  by: By;
  placeId: number;
  /** The vehicle's total metres by then. */
  metres: number;
}

function beginOf(
  plan: RunPlan,
  atDepots: readonly TurnDwell[],
  first: Found | undefined,
): Bound<'depot' | 'stop'> | null {
  const theirs = atDepots.filter(({ placeId }) => plan.beginDepot === null || placeId === plan.beginDepot);
  const before = theirs.filter(({ start }) => start <= (first?.arrivedAt ?? Infinity));
  // Without a drop, a run whose vehicle is back at the depot has not begun yet.
  const last = first ? before.findLast(({ end }) => end !== null && end <= first.arrivedAt) : before.at(-1);
  if (last?.end != null && last.end >= plan.from) {
    return { at: last.end, by: 'depot', placeId: last.placeId, metres: last.endM };
  }
  if (!first) return null;
  return { at: first.arrivedAt, by: 'stop', placeId: first.stay.placeId, metres: first.stay.startM };
}

function endOf(
  plan: RunPlan,
  atDepots: readonly TurnDwell[],
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

/** A vehicle's part of the run. */
interface Way {
  stays: readonly TurnDwell[];
  begun: Bound<'depot' | 'stop'> | null;
}

/**
 * Returns the metres of all vehicles, each from where it began to its last report in its turn; null where one vehicle's
 * total decreased, because its device was changed.
 * @param endM the last vehicle's total metres at the end
 */
function drivenM(ways: readonly Way[], endM: number | null): number | null {
  let sum: number | null = null;
  for (const [index, { begun, stays: dwells }] of ways.entries()) {
    const toM = (index === ways.length - 1 ? endM : null) ?? dwells.at(-1)?.endM;
    if (!begun || toM === undefined) continue;
    if (toM < begun.metres) return null;
    sum = (sum ?? 0) + toM - begun.metres;
  }
  return sum === null ? null : Math.round(sum);
}

/** Adds the leg to each drop of a vehicle. */
function addLegs(drops: readonly Found[], begun: Bound<'depot' | 'stop'> | null): void {
  for (const [index, drop] of drops.entries()) {
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
    vehicleId: null,
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
  { stay: dwell, stoodMs, served, order, arrivedAt, departedAt, legS, legFrom, doubt }: Found,
  state: StopVisit['state'],
): StopVisit {
  const { placeId: outletId, vehicleId } = dwell;
  return {
    outletId,
    vehicleId,
    state,
    served,
    order,
    arrivedAt,
    departedAt,
    stoodS: stoodMs / 1000,
    legS,
    legFrom,
    doubt,
  };
}
