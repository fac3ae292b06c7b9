import type { MoveObstacle } from '@milepost/contract/move-kinds';
import type { Queryable } from '../database.ts';
import { stoppedSql } from '../commands/command-rows.ts';

/** An obstacle to a move, with its vehicle or device. */
interface Obstacle {
  kind: MoveObstacle;
  name: string;
  /** The vehicle, or the vehicle of the device. */
  vehicleId: number | null;
  count: number;
}

const UNFINISHED = `state IN ('waiting', 'sent') AND expires_at > now() AND ended_at IS NULL`;

/** SQL that counts each kind of obstacle of a vehicle `v`. $2: the other organisation. */
const OF_VEHICLE: Readonly<Record<MoveObstacle, string>> = {
  run: `SELECT count(*) FROM run_vehicles w LEFT JOIN run_facts f ON f.run_id = w.run_id
    WHERE w.vehicle_id = v.id AND w.held @> now() AND f.ended_at IS NULL AND f.closed_at IS NULL`,
  command: `SELECT count(*) FROM device_commands WHERE vehicle_id = v.id AND ${UNFINISHED}`,
  'engine-stop': `SELECT count(*) FROM (${stoppedSql('v.id')}) stopped`,
  'work-order': `SELECT count(*) FROM work_orders WHERE vehicle_id = v.id AND deleted_at IS NULL
    AND state IN ('open', 'inProgress')`,
  // A subscription for all vehicles of the organisation simply ends for this vehicle; one that lists it is an obstacle.
  subscription: `SELECT count(*) FROM subscriptions s JOIN organisations o ON o.id = s.organisation_id
    WHERE v.id = ANY(s.vehicle_ids) AND NOT s.all_vehicles AND s.deleted_at IS NULL
      AND coalesce(s.until_day, 'infinity') >= (now() AT TIME ZONE o.time_zone)::date`,
  registration: `SELECT count(*) FROM vehicles other WHERE other.organisation_id = $2 AND other.deleted_at IS NULL
    AND upper(other.registration) = upper(v.registration)
    AND NOT EXISTS (WITH RECURSIVE before AS (
      SELECT id FROM vehicles WHERE moved_to_id = v.id
      UNION SELECT b.id FROM vehicles b JOIN before ON b.moved_to_id = before.id)
      SELECT FROM before WHERE before.id = other.id)`,
};

const OF_DEVICE: Partial<Record<MoveObstacle, string>> = {
  command: `SELECT count(*) FROM device_commands WHERE device_id = d.id AND ${UNFINISHED}`,
  // Only the device in the vehicle can resume its engine.
  'engine-stop': `SELECT count(*) FROM installations i CROSS JOIN LATERAL (${stoppedSql('i.vehicle_id')}) stopped
    WHERE i.device_id = d.id AND i.removed_at IS NULL`,
};

const VEHICLE_OF_DEVICE = '(SELECT vehicle_id FROM installations p WHERE p.device_id = d.id AND p.removed_at IS NULL)';

const unions = (parts: Partial<Record<MoveObstacle, string>>, columns: string, from: string): string =>
  Object.entries(parts)
    .map(([kind, sql]) => `SELECT '${kind}' AS kind, ${columns}, (${sql})::int AS count FROM ${from}`)
    .join(' UNION ALL ');

/** What has to be finished or changed before these can move. */
export async function findObstacles(
  db: Queryable,
  of: { vehicleIds: readonly number[] } | { deviceIds: readonly number[] },
  organisationId: number,
): Promise<Obstacle[]> {
  const ids = 'vehicleIds' in of ? of.vehicleIds : of.deviceIds;
  const parts =
    'vehicleIds' in of
      ? unions(OF_VEHICLE, 'v.registration AS name, v.id AS "vehicleId"', 'vehicles v WHERE v.id = ANY($1)')
      : unions(OF_DEVICE, `d.identity AS name, ${VEHICLE_OF_DEVICE} AS "vehicleId"`, 'devices d WHERE d.id = ANY($1)');
  const { rows } = await db.query<Obstacle>(
    `SELECT * FROM (${parts}) found WHERE count > 0 AND $2::int IS NOT NULL ORDER BY name, kind`,
    [ids, organisationId],
  );
  return rows;
}
