import type { DriverObstacleKind, VehicleObstacleKind } from '@milepost/contract/availability-kinds';
import { type Fault, fault } from '@milepost/contract/fault';
import type { Queryable } from '../database.ts';

/** A time in which a vehicle or driver must not be used, milliseconds since 1970; unbounded ends are infinite. */
interface Span {
  fromMs: number;
  toMs: number;
  /** Identifies the obstacle: an override only applies to this one. */
  cause: string;
}
export interface VehicleObstacle extends Span {
  kind: VehicleObstacleKind;
  registration: string;
  number: number | null;
}
export interface DriverObstacle extends Span {
  kind: DriverObstacleKind;
  name: string;
  /** ISO 8601. */
  day: string;
}

/** The time of a use, milliseconds since 1970. Without an end only the start is checked. */
export interface UseTime {
  fromMs: number;
  toMs: number | null;
}

const MILLIS = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** All obstacles of these vehicles that have not ended at the given time, earliest first. */
export async function readVehicleObstacles(
  db: Queryable,
  vehicleIds: readonly number[],
  fromMs: number,
): Promise<Map<number, VehicleObstacle[]>> {
  const { rows } = await db.query<VehicleObstacle & { id: number }>(
    `SELECT x.vehicle_id AS id, x.kind, v.registration, x.number, x.cause, ${MILLIS('x.from_time')} AS "fromMs",
       ${MILLIS('x.to_time')} AS "toMs"
     FROM vehicle_obstacles x JOIN vehicles v ON v.id = x.vehicle_id
     WHERE x.vehicle_id = ANY($1) AND x.to_time > to_timestamp($2) ORDER BY x.from_time, x.cause`,
    [vehicleIds, fromMs / 1000],
  );
  return byId(rows);
}

/** The same for drivers. */
export async function readDriverObstacles(
  db: Queryable,
  driverIds: readonly number[],
  fromMs: number,
): Promise<Map<number, DriverObstacle[]>> {
  const { rows } = await db.query<DriverObstacle & { id: number }>(
    `SELECT x.driver_id AS id, x.kind, d.name, x.day::text, x.cause, ${MILLIS('x.from_time')} AS "fromMs",
       ${MILLIS('x.to_time')} AS "toMs"
     FROM driver_obstacles x JOIN drivers d ON d.id = x.driver_id
     WHERE x.driver_id = ANY($1) AND x.to_time > to_timestamp($2) ORDER BY x.from_time, x.cause`,
    [driverIds, fromMs / 1000],
  );
  return byId(rows);
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const map = new Map<number, Row[]>();
  for (const row of rows) map.set(row.id, [...(map.get(row.id) ?? []), row]);
  return map;
}

/** The obstacles within the time of a use. */
export const standingIn = <Obstacle extends Span>(
  obstacles: readonly Obstacle[] | undefined,
  { fromMs, toMs }: UseTime,
): Obstacle[] =>
  (obstacles ?? []).filter((obstacle) => obstacle.fromMs < (toMs ?? fromMs + 1) && obstacle.toMs > fromMs);

const iso = (ms: number) => new Date(ms).toISOString();

export function vehicleFault({ kind, registration, number, fromMs, toMs }: VehicleObstacle): Fault {
  const vehicle = registration;
  if (kind === 'work-order') {
    const during = Number.isFinite(toMs) ? ([iso(fromMs), iso(toMs)] as const) : ([iso(fromMs)] as const);
    return fault('vehicle-work-order', { vehicle, number: number ?? 0, during });
  }
  return fault(`vehicle-${kind}`, { vehicle });
}

/** The sentence distinguishes obstacles that have begun from future ones. */
export function driverFault({ kind, name, day, fromMs }: DriverObstacle): Fault {
  const about = { driver: name, day };
  const lies = fromMs > Date.now();
  if (kind === 'licence-expired') return fault(lies ? 'driver-licence-expires' : 'driver-licence-expired', about);
  if (kind === 'left') return fault(lies ? 'driver-leaves' : 'driver-left', about);
  return fault('driver-not-hired', about);
}
