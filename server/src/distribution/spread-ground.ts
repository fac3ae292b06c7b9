import type { Coordinates } from '@milepost/contract/common';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Spread } from '@milepost/contract/spread-operations';
import { AppError, fieldError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { readDriving } from '../store/distribution/learned-driving.ts';
import { type OutletToOrder, readMinutes, readOutletsToOrder } from '../store/distribution/stops-to-order.ts';
import { requireHere } from '../store/fleet/moved-vehicles.ts';
import type { Scope } from '../store/scope.ts';
import { readCapacities } from '../store/spreads/spread-choices.ts';
import { readShifts, type VehicleShift } from '../store/spreads/vehicle-shifts.ts';
import { type DrivingTable, straightTable } from './driving-times.ts';
import { orderUnlessUnavailable, USUAL_SERVICE_MIN, windowsOf } from './propose-order.ts';
import { type FetchBlock, drivingTableReader } from './routers/router.ts';
import type { RoutingProblem, Shift } from './solver/problem.ts';
import { spansOf } from './spans.ts';

type SpreadInput = Omit<ParsedInput<Operations['propose-spread']>, 'vehicleIds'>;

/** The cost of a second of waiting in seconds of driving, the same as for the stops of one vehicle. */
const DURATION_COST = 0.2;

interface SpreadStop {
  outletId: number;
  load: number;
  service: number;
  place: Coordinates | null;
  /** Its opening hours on the day, seconds; null for any time. */
  openings: { from: number; to: number }[] | null;
  isClosed: boolean;
}

/** Everything needed to calculate the times of a spread. A stop's place in the matrix is its index plus 1. */
export interface Ground {
  driving: Spread['driving'];
  stops: SpreadStop[];
  vehicles: { id: number; capacity: number | null }[];
  /** The matrix for the places of the problem. */
  table: DrivingTable;
  names: ReadonlyMap<number, string>;
  /** Includes all stops, even those that cannot be served. */
  problem: RoutingProblem;
}

interface GroundOptions {
  signal: AbortSignal;
  /** The configured router; null: times are estimated from straight lines and the fleet's trips. */
  router: FetchBlock | null;
}

/**
 * Reads the stops, vehicles, shifts and driving times of a spread.
 * @throws AppError as `proposeSpread`
 */
export async function readGround(
  database: Database,
  scope: Scope,
  input: SpreadInput,
  vehicleIds: readonly number[],
  { signal, router }: GroundOptions,
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
  const byRouter = router && (await orderUnlessUnavailable(drivingTableReader(router, signal)(places)));
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
  const depots: Coordinates[] = [];
  const spotOf = (place: Coordinates) => {
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
