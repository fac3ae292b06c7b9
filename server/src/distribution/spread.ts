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
import type { Scope } from '../store/scope.ts';
import { readCapacities } from '../store/spreads/spread-choices.ts';
import { readShifts, type VehicleShift } from '../store/spreads/vehicle-shifts.ts';
import { type DrivingTable, straightTable } from './driving-times.ts';
import { spreadInThread } from './order-in-thread.ts';
import { instant, unlessAway, USUAL_SERVICE_MIN, windowsOf } from './propose-order.ts';
import { type FetchBlock, tableBy } from './routers/router.ts';
import { insertBest } from './solver/fit-late.ts';
import { Plan } from './solver/plan.ts';
import { placesOf, type RoutingProblem, type Shift, shiftOf, startFrom } from './solver/problem.ts';
import { timetable } from './solver/timetable.ts';
import { spansOf } from './spans.ts';

export type ProposeInput = ParsedInput<RouteTable['propose-spread']>;
export type TimeInput = ParsedInput<RouteTable['time-spread']>;
type SpreadInput = Omit<ProposeInput, 'vehicleIds'>;

interface Options {
  signal: AbortSignal;
  tell: (done: number) => void;
  /** A configured router; null for straight lines and the fleet's own trips. */
  router: FetchBlock | null;
}

/** The same as for the stops of one vehicle. */
const DURATION_COST = 0.2;

interface SpreadStop {
  outletId: number;
  load: number;
  service: number;
  place: Place | null;
  /** Its opening hours on the day, seconds; null for any time. */
  openings: { from: number; to: number }[] | null;
  isClosed: boolean;
}

/** Everything needed to calculate the times of a spread. A stop's place in the matrix is its index plus 1. */
interface Ground {
  driving: Spread['driving'];
  stops: SpreadStop[];
  vehicles: { id: number; capacity: number | null }[];
  /** The matrix for the places of the problem. */
  table: DrivingTable;
  names: ReadonlyMap<number, string>;
  /** Includes all stops, even those that cannot be served. */
  problem: RoutingProblem;
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
    options.tell,
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

async function readGround(
  database: Database,
  scope: Scope,
  input: SpreadInput,
  vehicleIds: readonly number[],
  { signal, router }: Pick<Options, 'signal' | 'router'>,
): Promise<Ground> {
  const { organisationId: ofDepot, shifts } = await readShifts(database, scope, input, vehicleIds);
  const ids = input.stops.map(({ outletId }) => outletId);
  const { organisationId, timeZone, outlets } = await readOutletsToOrder(database, scope, ids);
  if (organisationId !== ofDepot) throw new AppError('not-found', 'no-outlet');
  const capacities = await readCapacities(database, scope, organisationId, input.unit, vehicleIds);
  const vehicles = vehicleIds.map((id) => {
    const capacity = capacities.get(id);
    if (capacity === undefined) throw fieldError('invalid', { vehicleIds: 'no-vehicle' });
    return { id, capacity };
  });
  await requireHere(database, vehicleIds, { field: 'vehicleIds' });
  const spans = outlets.map(({ hours }) => spansOf(null, hours, input.day));
  const minutes = [
    ...spans.flatMap((each) => each ?? []).flatMap(({ from, to }) => [from, to]),
    ...shifts.flatMap(({ startMin, backMin }) => [startMin, backMin]),
  ];
  const clock = await readMinutes(database, timeZone, input.day, minutes);
  const at = (minute: number) => clock.get(minute) ?? 0;
  const { spots, ofVehicles, depots } = placed(shifts, outlets.length, at);
  const places = [...outlets.map(({ place }) => place), ...depots];
  const byRouter = router && (await unlessAway(tableBy(router, signal)(places)));
  // The same source as for runs, so that an accepted tour keeps the proposed times.
  const measured = byRouter ?? straightTable(places, (await readDriving(database, organisationId))(input.startMin));
  const table = tableOf(measured, places.length, spots);
  if (ofVehicles.some(({ start }) => start * 1000 <= Date.now())) {
    throw fieldError('invalid', { startMin: 'spread-start-past' });
  }
  const end = Math.max(...ofVehicles.map((shift) => shift.end));
  // A stop whose outlet opens only on the next day cannot be served on this one by waiting.
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
      start: 0,
      end,
      shifts: ofVehicles,
      durationCost: DURATION_COST,
    },
  };
}

/**
 * Lays out the places of a problem: place 0 is the begin of the first vehicle's shift, followed by the stops, the end
 * of that shift, then begin and end of each other shift. Vehicles with the same depots and times share them.
 * @param spots for each place of the problem its place in the matrix: the stops, then the depots
 */
function placed(shifts: readonly VehicleShift[], stops: number, at: (minute: number) => number) {
  const depots: Place[] = [];
  const spotOf = (place: Place) => {
    const known = depots.findIndex(({ lat, lon }) => lat === place.lat && lon === place.lon);
    return stops + (known < 0 ? depots.push(place) - 1 : known);
  };
  const spots = Array.from({ length: stops + 2 }, (_, place) => place - 1);
  const known = new Map<string, Shift>();
  const ofVehicles = shifts.map(({ begin, end, startMin, backMin }) => {
    const [beginsAt, endsAt] = [spotOf(begin.place), spotOf(end.place)];
    const key = [beginsAt, endsAt, startMin, backMin].join(' ');
    const same = known.get(key);
    if (same) return same;
    const isFirst = known.size === 0;
    const [from, to] = isFirst ? [0, stops + 1] : [spots.length, spots.length + 1];
    [spots[from], spots[to]] = [beginsAt, endsAt];
    const shift = { from, to, start: at(startMin), end: at(backMin) };
    known.set(key, shift);
    return shift;
  });
  return { spots, ofVehicles, depots };
}

/** The matrix for the places of a problem, from the matrix of the spots where they are. */
function tableOf({ metres, seconds }: DrivingTable, count: number, spots: readonly number[]): DrivingTable {
  const of = (values: Float64Array) =>
    Float64Array.from(
      { length: spots.length ** 2 },
      (_, index) =>
        values[(spots[Math.floor(index / spots.length)] ?? 0) * count + (spots[index % spots.length] ?? 0)] ?? 0,
    );
  return { metres: of(metres), seconds: of(seconds) };
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
