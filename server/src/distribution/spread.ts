import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { LeftReason } from '@milepost/contract/spread-kinds';
import type { Spread, SpreadTour } from '@milepost/contract/spread-operations';
import { AppError, fieldError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { Scope } from '../store/scope.ts';
import { spreadInThread } from './order-in-thread.ts';
import { instant } from './propose-order.ts';
import type { FetchBlock } from './routers/router.ts';
import { insertBest } from './solver/fit-late.ts';
import { Plan } from './solver/plan.ts';
import { placesOf, shiftOf, startFrom } from './solver/problem.ts';
import { timetable } from './solver/timetable.ts';
import { type Ground, readGround } from './spread-ground.ts';

export type ProposeInput = ParsedInput<Operations['propose-spread']>;
export type TimeInput = ParsedInput<Operations['time-spread']>;

interface Options {
  signal: AbortSignal;
  onProgress: (done: number) => void;
  /** A configured router; null for straight lines and the fleet's own trips. */
  router: FetchBlock | null;
}

/**
 * Spreads stops over vehicles. Nothing is saved.
 * @throws AppError `not-found` for a depot or an outlet; `invalid` for a vehicle of another organisation or one the
 * caller cannot see; `conflict` for one that moved
 */
export async function proposeSpread(
  database: Database,
  scope: Scope,
  input: ProposeInput,
  options: Options,
): Promise<Spread> {
  const ground = await readGround(database, scope, input, input.vehicleIds, options);
  const reasons = ground.stops.map((_stop, index) => hindranceOf(ground, index));
  const able = ground.stops.flatMap((_stop, index) => (reasons[index] === null ? [index + 1] : []));
  const places = placesOf(ground.problem);
  const ends = Array.from({ length: places - ground.stops.length - 2 }, (_, index) => ground.stops.length + 2 + index);
  const wanted = [0, ...able, ground.stops.length + 1, ...ends];
  const found = await spreadInThread(
    {
      stops: able.flatMap((place) => ground.problem.stops[place - 1] ?? []),
      seconds: Float64Array.from(
        wanted.flatMap((from) => wanted.map((to) => ground.table.seconds[from * places + to] ?? Infinity)),
      ),
      shifts: ground.vehicles.map((_vehicle, index) => {
        const shift = shiftOf(ground.problem, index);
        return { ...shift, from: wanted.indexOf(shift.from), to: wanted.indexOf(shift.to) };
      }),
      capacities: capacitiesOf(ground),
    },
    options.signal,
    options.onProgress,
  );
  const tours = ground.vehicles.map((_vehicle, index) => (found.tours[index] ?? []).map((stop) => able[stop - 1] ?? 0));
  return spreadOf(ground, tours, reasons);
}

/**
 * The times of tours that a person has changed. Nothing is saved.
 * @throws AppError as `proposeSpread`; `invalid` when a vehicle is to serve a stop without coordinates
 */
export async function timeSpread(
  database: Database,
  scope: Scope,
  input: TimeInput,
  options: Pick<Options, 'signal' | 'router'>,
): Promise<Spread> {
  const ids = input.tours.map(({ vehicleId }) => vehicleId);
  const ground = await readGround(database, scope, input, ids, options);
  const indexOf = new Map(ground.stops.map(({ outletId }, index) => [outletId, index + 1]));
  const placeOf = (outletId: number) => {
    const place = indexOf.get(outletId);
    if (place === undefined) throw new AppError('not-found', 'no-outlet');
    return place;
  };
  const { move } = input;
  const tours = input.tours.map(({ vehicleId, outletIds }) => {
    const stops = outletIds.filter((id) => id !== move?.outletId).map(placeOf);
    if (move?.vehicleId !== vehicleId) return stops;
    return insertBest(ground.problem, stops, placeOf(move.outletId), ids.indexOf(vehicleId));
  });
  if (move && move.vehicleId !== null && !ids.includes(move.vehicleId)) {
    throw fieldError('invalid', { tours: 'no-vehicle' });
  }
  const reasons = ground.stops.map((_stop, index) => hindranceOf(ground, index));
  for (const place of tours.flat()) {
    const stop = ground.stops[place - 1];
    const reason = reasons[place - 1];
    if (stop && (reason === 'unplaced' || reason === 'unreachable')) {
      const names = [ground.names.get(stop.outletId) ?? ''];
      throw fieldError('invalid', {
        tours: reason === 'unplaced' ? fault('order-unplaced', { names }) : fault('order-unreachable', { names }),
      });
    }
  }
  return spreadOf(ground, tours, reasons);
}

const capacitiesOf = ({ vehicles }: Ground) => vehicles.map(({ capacity }) => capacity ?? Infinity);

/** The reason why no vehicle could serve a stop, whatever else it does; null when one could. */
function hindranceOf(ground: Ground, index: number): LeftReason | null {
  const { stops, problem, table } = ground;
  const stop = stops[index];
  const target = problem.stops[index];
  if (!stop || !target || stop.place === null) return 'unplaced';
  if (stop.isClosed) return 'closed';
  const places = placesOf(problem);
  const reached = (problem.shifts ?? []).flatMap(({ from, to, start, end }, vehicle) => {
    const there = table.seconds[from * places + index + 1] ?? Infinity;
    const back = table.seconds[(index + 1) * places + to] ?? Infinity;
    if (!Number.isFinite(there) || !Number.isFinite(back)) return [];
    const inTime = startFrom(target.windows, start + there) + target.service + back <= end;
    return [{ inTime, takes: stop.load <= (ground.vehicles[vehicle]?.capacity ?? Infinity) }];
  });
  if (reached.length === 0) return 'unreachable';
  if (!reached.some(({ takes }) => takes)) return 'too-heavy';
  return reached.some(({ inTime, takes }) => inTime && takes) ? null : 'too-late';
}

/** Tours with their times, and the stops on none of them with the reason. */
function spreadOf(
  ground: Ground,
  tours: readonly (readonly number[])[],
  reasons: readonly (LeftReason | null)[],
): Spread {
  const on = new Set(tours.flat());
  const plan = new Plan(ground.problem);
  for (const [index, order] of tours.entries()) {
    plan.routes[index] = [...order];
    plan.renew(index);
  }
  return {
    driving: ground.driving,
    tours: ground.vehicles.map((_vehicle, index) => tourOf(ground, index, tours[index] ?? [])),
    left: ground.stops.flatMap(({ outletId }, index) =>
      on.has(index + 1) ? [] : [{ outletId, reason: reasons[index] ?? reasonNow(plan, index + 1) }],
    ),
  };
}

/** The reason why a stop that could be served is on no vehicle in the present tours. */
function reasonNow(plan: Plan, stop: number): LeftReason {
  const demand = plan.demand[stop] ?? 0;
  let hasRoom = false;
  for (const [index, order] of plan.routes.entries()) {
    if ((plan.loads[index] ?? 0) + demand > (plan.capacities[index] ?? 0) + 1e-9) continue;
    hasRoom = true;
    const { from, to: last } = shiftOf(plan.problem, index);
    const around = [from, ...order, last];
    if (order.length === 0 || plan.isInTime(index)) {
      for (let at = 1; at < around.length; at += 1) {
        if (plan.fits(around[at - 1] ?? 0, stop, around[at] ?? last)) return 'taken-out';
      }
    }
  }
  return hasRoom ? 'no-time' : 'no-room';
}

function tourOf(ground: Ground, index: number, order: readonly number[]): SpreadTour {
  const { stops, table, problem } = ground;
  const { id, capacity } = ground.vehicles[index] ?? { id: 0, capacity: null };
  const shift = shiftOf(problem, index);
  const { calls, ends, cost } = timetable(problem, order, index);
  const places = placesOf(problem);
  const way = [shift.from, ...order, shift.to];
  const drivingM =
    order.length === 0
      ? 0
      : way.slice(1).reduce((sum, to, at) => sum + (table.metres[(way[at] ?? 0) * places + to] ?? 0), 0);
  return {
    vehicleId: id,
    stops: calls.map(({ stop, arrives, begins, leaves, late }) => {
      const one = stops[stop - 1];
      const opening = one?.openings?.find(({ to }) => arrives < to) ?? one?.openings?.at(-1);
      return {
        outletId: one?.outletId ?? 0,
        arrivesAt: instant(arrives),
        beginsAt: instant(begins),
        leavesAt: instant(leaves),
        window: opening ? { from: instant(opening.from), to: instant(opening.to) } : null,
        lateS: Math.round(late),
        closed: one?.isClosed ?? false,
      };
    }),
    startsAt: instant(shift.start),
    endsAt: instant(order.length === 0 ? shift.start : ends),
    drivingM: Math.round(drivingM),
    drivingS: order.length === 0 ? 0 : Math.round(cost),
    waitS: Math.round(calls.reduce((sum, { arrives, begins }) => sum + begins - arrives, 0)),
    backLateS: order.length === 0 ? 0 : Math.max(0, Math.round(ends - shift.end)),
    load: order.reduce((sum, stop) => sum + (stops[stop - 1]?.load ?? 0), 0),
    capacity,
  };
}
