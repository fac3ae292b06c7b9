import type { Place } from '@milepost/contract/common';
import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import type { LeftReason } from '@milepost/contract/spread-kinds';
import type { Spread, SpreadTour } from '@milepost/contract/spread-routes';
import { AppError, fieldError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { readDriving } from '../store/distribution/learned-driving.ts';
import { type OutletToOrder, readMinutes, readOutletsToOrder } from '../store/distribution/stops-to-order.ts';
import { requireHere } from '../store/fleet/moved-vehicles.ts';
import { getDepot } from '../store/routes/depots.ts';
import type { Scope } from '../store/scope.ts';
import { readCapacities } from '../store/spreads/spread-choices.ts';
import { type DrivingTable, straightTable } from './driving-times.ts';
import { spreadApart } from './order-apart.ts';
import { instant, unlessAway, USUAL_SERVICE_MIN, windowsOf } from './propose-order.ts';
import { type AskBlock, tableBy } from './routers/router.ts';
import { insertBest } from './solver/fit-late.ts';
import { Plan } from './solver/plan.ts';
import { type RoutingProblem, startFrom } from './solver/problem.ts';
import { timetable } from './solver/timetable.ts';
import { spansOf } from './spans.ts';

export type ProposeInput = ParsedInput<RouteTable['propose-spread']>;
export type TimeInput = ParsedInput<RouteTable['time-spread']>;
type SpreadInput = Omit<ProposeInput, 'vehicleIds'>;

interface Options {
  signal: AbortSignal;
  tell: (done: number) => void;
  /** A configured router; null: straight lines and the fleet's own trips. */
  router: AskBlock | null;
}

/** As where one vehicle's stops are ordered. */
const DURATION_COST = 0.2;

interface SpreadStop {
  outletId: number;
  load: number;
  service: number;
  place: Place | null;
  /** Its openings of the day, seconds; null: at any time. */
  openings: { from: number; to: number }[] | null;
  isClosed: boolean;
}

/** Everything that the times of a spread are made of. A stop's place in the table is its index plus 1. */
interface Ground {
  driving: Spread['driving'];
  start: number;
  end: number;
  stops: SpreadStop[];
  vehicles: { id: number; capacity: number | null }[];
  table: DrivingTable;
  names: ReadonlyMap<number, string>;
  /** With all stops, those that cannot be served too. */
  problem: RoutingProblem;
}

/**
 * Spreads stops over vehicles. Nothing is saved.
 * @throws AppError `not-found` for a depot or an outlet, `invalid` for a vehicle, of another organisation or not seen, `conflict`
 *   for one that moved
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
  const places = ground.stops.length + 2;
  const wanted = [0, ...able, places - 1];
  const found = await spreadApart(
    {
      stops: able.flatMap((place) => ground.problem.stops[place - 1] ?? []),
      seconds: Float64Array.from(
        wanted.flatMap((from) => wanted.map((to) => ground.table.seconds[from * places + to] ?? Infinity)),
      ),
      start: ground.start,
      end: ground.end,
      capacities: capacitiesOf(ground),
    },
    options.signal,
    options.tell,
  );
  const tours = ground.vehicles.map((_vehicle, index) => (found.tours[index] ?? []).map((stop) => able[stop - 1] ?? 0));
  return spreadOf(ground, tours, reasons);
}

/**
 * The times of tours that a person has changed. Nothing is saved.
 * @throws AppError as `proposeSpread`; `invalid` where a stop without a place is to be on a vehicle
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
    return insertBest(ground.problem, stops, placeOf(move.outletId));
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

async function readGround(
  database: Database,
  scope: Scope,
  input: SpreadInput,
  vehicleIds: readonly number[],
  { signal, router }: Pick<Options, 'signal' | 'router'>,
): Promise<Ground> {
  const depot = await getDepot(database, scope, input.depotId);
  const ids = input.stops.map(({ outletId }) => outletId);
  const { organisationId, timeZone, outlets } = await readOutletsToOrder(database, scope, ids);
  if (organisationId !== depot.organisationId) throw new AppError('not-found', 'no-outlet');
  const capacities = await readCapacities(database, scope, organisationId, input.unit, vehicleIds);
  const vehicles = vehicleIds.map((id) => {
    const capacity = capacities.get(id);
    if (capacity === undefined) throw fieldError('invalid', { vehicleIds: 'no-vehicle' });
    return { id, capacity };
  });
  await requireHere(database, vehicleIds, null, 'vehicleIds');
  const spans = outlets.map(({ hours }) => spansOf(null, hours, input.day));
  const minutes = [
    ...spans.flatMap((each) => each ?? []).flatMap(({ from, to }) => [from, to]),
    input.startMin,
    input.backMin,
  ];
  const clock = await readMinutes(database, timeZone, input.day, minutes);
  const at = (minute: number) => clock.get(minute) ?? 0;
  const places = [depot.place, ...outlets.map(({ place }) => place), depot.place];
  const byRouter = router && (await unlessAway(tableBy(router, signal)(places)));
  // The same as that of runs, so that an accepted tour has the times that were proposed.
  const table = byRouter ?? straightTable(places, (await readDriving(database, organisationId))(input.startMin));
  const [start, end] = [at(input.startMin), at(input.backMin)];
  if (start * 1000 <= Date.now()) throw fieldError('invalid', { startMin: 'spread-start-past' });
  // Waiting until an outlet opens on the next day is no way to serve it on this one.
  const inTime = spans.map((each) => {
    const before = each?.filter(({ from }) => at(from) < end);
    return before && before.length > 0 ? before : each;
  });
  const stops = input.stops.map(({ outletId, load }, index): SpreadStop => {
    const outlet: OutletToOrder | undefined = outlets[index];
    const open = inTime[index] ?? null;
    return {
      outletId,
      load,
      service: (outlet?.serviceMin ?? USUAL_SERVICE_MIN) * 60,
      place: outlet?.place ?? null,
      openings: open && open.length > 0 ? open.map(({ from, to }) => ({ from: at(from), to: at(to) })) : null,
      isClosed: open?.length === 0,
    };
  });
  return {
    driving: byRouter ? 'router' : router ? 'own-router-away' : 'own',
    start,
    end,
    stops,
    names: new Map(outlets.map(({ id, name }) => [id, name])),
    vehicles,
    table,
    problem: {
      stops: stops.map(({ load, service }, index) => ({
        demand: load,
        service,
        windows: windowsOf(inTime[index] ?? null, at),
      })),
      cost: table.seconds,
      time: table.seconds,
      vehicles: vehicles.length,
      capacity: vehicles.map(({ capacity }) => capacity ?? Infinity),
      start,
      end,
      durationCost: DURATION_COST,
    },
  };
}

const capacitiesOf = ({ vehicles }: Ground) => vehicles.map(({ capacity }) => capacity ?? Infinity);

/** Why no vehicle can serve a stop, whatever else it does; null: one could. */
function hindranceOf(ground: Ground, index: number): LeftReason | null {
  const { stops, problem, table, start, end } = ground;
  const stop = stops[index];
  const asked = problem.stops[index];
  if (!stop || !asked || stop.place === null) return 'unplaced';
  if (stop.isClosed) return 'closed';
  const places = stops.length + 2;
  const there = table.seconds[index + 1] ?? Infinity;
  const back = table.seconds[(index + 1) * places + places - 1] ?? Infinity;
  if (!Number.isFinite(there) || !Number.isFinite(back)) return 'unreachable';
  if (stop.load > Math.max(...capacitiesOf(ground))) return 'too-heavy';
  return startFrom(asked.windows, start + there) + asked.service + back > end ? 'too-late' : null;
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
    startsAt: instant(ground.start),
    tours: ground.vehicles.map((vehicle, index) => tourOf(ground, vehicle, tours[index] ?? [])),
    left: ground.stops.flatMap(({ outletId }, index) =>
      on.has(index + 1) ? [] : [{ outletId, reason: reasons[index] ?? reasonNow(plan, index + 1) }],
    ),
  };
}

/** Why a stop that could be served is on no vehicle as they are now. */
function reasonNow(plan: Plan, stop: number): LeftReason {
  const demand = plan.demand[stop] ?? 0;
  const last = plan.places - 1;
  let hasRoom = false;
  for (const [index, order] of plan.routes.entries()) {
    if ((plan.loads[index] ?? 0) + demand > (plan.capacities[index] ?? 0) + 1e-9) continue;
    hasRoom = true;
    const around = [0, ...order, last];
    if (order.length === 0 || plan.isInTime(index)) {
      for (let at = 1; at < around.length; at += 1) {
        if (plan.fits(around[at - 1] ?? 0, stop, around[at] ?? last)) return 'taken-out';
      }
    }
  }
  return hasRoom ? 'no-time' : 'no-room';
}

function tourOf(ground: Ground, { id, capacity }: Ground['vehicles'][number], order: readonly number[]): SpreadTour {
  const { stops, table, problem, end } = ground;
  const { calls, ends, cost } = timetable(problem, order);
  const places = stops.length + 2;
  const way = [0, ...order, places - 1];
  const drivingM =
    order.length === 0
      ? 0
      : way.slice(1).reduce((sum, to, index) => sum + (table.metres[(way[index] ?? 0) * places + to] ?? 0), 0);
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
    endsAt: instant(order.length === 0 ? ground.start : ends),
    drivingM: Math.round(drivingM),
    drivingS: order.length === 0 ? 0 : Math.round(cost),
    waitS: Math.round(calls.reduce((sum, { arrives, begins }) => sum + begins - arrives, 0)),
    backLateS: order.length === 0 ? 0 : Math.max(0, Math.round(ends - end)),
    load: order.reduce((sum, stop) => sum + (stops[stop - 1]?.load ?? 0), 0),
    capacity,
  };
}
