import { LOAD_UNITS } from '@milepost/contract/spread-kinds';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import {
  driverFault,
  readDriverObstacles,
  readVehicleObstacles,
  standingIn,
  vehicleFault,
} from '../availability/obstacles.ts';
import type { Queryable } from '../database.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { firstRows } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';
import { readKnownShifts, readWeekdays } from './vehicle-shifts.ts';

type Choices = OperationOutput<Operations['get-spread-choices']>;
/** Seconds since 1970. */
interface SpanS {
  startsS: number;
  endsS: number;
}
interface Busy {
  route: string;
  from: string;
  to: string;
}

type Capacities = Record<(typeof LOAD_UNITS)[number], number | null>;

/** SQL of the first run that occupies a vehicle or driver in a time; its start and end are seconds since 1970. */
const busySql = (
  runs: string,
  starts: string,
  ends: string,
) => `(SELECT json_build_object('route', b.name, 'from', b.from_time, 'to', b.to_time)
  FROM (${runs}) b WHERE tstzrange(b.from_time, b.to_time) && tstzrange(to_timestamp(${starts}), to_timestamp(${ends}))
  ORDER BY b.from_time LIMIT 1)`;
/** SQL of the start and end of a vehicle's time: of its own shift, otherwise of the common one. */
const [STARTS, ENDS] = ['coalesce(own.starts, $2)', 'coalesce(own.ends, $3)'];
const VEHICLE_RUNS = `SELECT r.name, lower(w.held) AS from_time, upper(w.held) AS to_time FROM run_vehicles w
  JOIN route_runs u ON u.id = w.run_id JOIN routes r ON r.id = u.route_id
  WHERE w.vehicle_id = v.id AND w.held && tstzrange(to_timestamp(${STARTS}), to_timestamp(${ENDS}))`;
const DRIVER_RUNS = `SELECT r.name, u.starts_at AS from_time, u.ends_at AS to_time FROM route_runs u
  JOIN routes r ON r.id = u.route_id WHERE u.driver_id = d.id AND u.state = 'planned'
    AND u.starts_at < to_timestamp($3) AND u.ends_at > to_timestamp($2)`;

const isoBusy = (busy: Busy | null): Busy | null =>
  busy && { route: busy.route, from: new Date(busy.from).toISOString(), to: new Date(busy.to).toISOString() };

/**
 * Returns the vehicles and drivers of an organisation, each with what occupies it between the two times of the day, if
 * anything. `own`: other times, for vehicles with their own shift.
 */
export async function readSpreadChoices(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  { day, startsS, endsS, own }: SpanS & { day: string; own: ReadonlyMap<number, SpanS> },
): Promise<Choices> {
  const values = [organisationId, startsS, endsS];
  const spans = [...own.values()];
  const ofShifts = [[...own.keys()], spans.map((span) => span.startsS), spans.map((span) => span.endsS)];
  const vehicles = await firstRows<{
    id: number;
    name: string;
    capacity: Capacities;
    driverId: number | null;
    busy: Busy | null;
  }>(
    db,
    `SELECT v.id, v.registration AS name, json_build_object('crates', v.load_crates, 'kg', v.load_kg, 'm3', v.load_m3) AS capacity,
       (SELECT w.driver_id FROM drivers_between(v.id, to_timestamp(${STARTS}), to_timestamp(${ENDS})) w
          JOIN drivers d ON d.id = w.driver_id AND d.deleted_at IS NULL AND d.organisation_id = $1${andSeenDriver(scope)}
        ORDER BY array_position(ARRAY['assignment', 'usual', 'tag'], w.source), w.from_time LIMIT 1) AS "driverId",
       ${busySql(VEHICLE_RUNS, STARTS, ENDS)} AS busy
     FROM vehicles v LEFT JOIN unnest($4::int[], $5::float8[], $6::float8[]) AS own (id, starts, ends) ON own.id = v.id
     WHERE v.organisation_id = $1 AND v.deleted_at IS NULL AND v.moved_at IS NULL${andSeen(scope)}
     ORDER BY lower(v.registration), v.id`,
    [...values, ...ofShifts],
  );
  const drivers = await firstRows<{ id: number; name: string; busy: Busy | null }>(
    db,
    `SELECT d.id, d.name, ${busySql(DRIVER_RUNS, '$2', '$3')} AS busy FROM drivers d
     WHERE d.organisation_id = $1 AND d.deleted_at IS NULL${andSeenDriver(scope)} ORDER BY lower(d.name), d.id`,
    values,
  );
  const timeOf = (span: SpanS) => ({ fromMs: Math.max(span.startsS * 1000, Date.now()), toMs: span.endsS * 1000 });
  const time = timeOf({ startsS, endsS });
  const ids = vehicles.rows.map(({ id }) => id);
  const ofVehicles = await readVehicleObstacles(
    db,
    ids,
    Math.min(time.fromMs, ...spans.map((span) => timeOf(span).fromMs)),
  );
  const shifts = await readKnownShifts(db, scope, organisationId, day, ids);
  const ofDrivers = await readDriverObstacles(
    db,
    drivers.rows.map(({ id }) => id),
    time.fromMs,
  );
  return {
    weekdays: await readWeekdays(db, organisationId),
    vehicles: vehicles.rows.map((row) => {
      const span = own.get(row.id);
      const [first] = standingIn(ofVehicles.get(row.id), span ? timeOf(span) : time);
      return {
        ...row,
        shift: shifts.get(row.id) ?? null,
        busy: isoBusy(row.busy),
        obstacle: first ? vehicleFault(first) : null,
      };
    }),
    vehiclesTotal: vehicles.total,
    drivers: drivers.rows.map((row) => {
      const [first] = standingIn(ofDrivers.get(row.id), time);
      return { ...row, busy: isoBusy(row.busy), obstacle: first ? driverFault(first) : null };
    }),
    driversTotal: drivers.total,
  };
}

/**
 * The capacities of an organisation's vehicles by their papers, in a unit; null if unknown; invisible vehicles are
 * missing.
 */
export async function readCapacities(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  unit: (typeof LOAD_UNITS)[number],
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  const { rows } = await db.query<{ id: number; capacity: number | null }>(
    `SELECT v.id, v.load_${unit}::float8 AS capacity FROM vehicles v
     WHERE v.id = ANY($1) AND v.organisation_id = $2 AND v.deleted_at IS NULL${andSeen(scope)}`,
    [ids, organisationId],
  );
  return new Map(rows.map(({ id, capacity }) => [id, capacity]));
}
