import type { MOVED_HISTORIES } from '@milepost/contract/move-kinds';
import type { Queryable } from '../database.ts';

export type MovedHistory = (typeof MOVED_HISTORIES)[number];

/**
 * Copies the past of another record to the record of a vehicle in its new organisation: the same devices at the same
 * times, from which facts are computed by the new organisation's rules; the meter readings; and the workshop times.
 * Entries by people, such as who installed a device, are not copied.
 */
export async function copyPast(db: Queryable, fromId: number, toId: number, at: string): Promise<void> {
  await db.query(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, removed_at, ignition_source, speed_factor, along)
     SELECT i.device_id, $2, i.installed_at, coalesce(i.removed_at, $3), i.ignition_source, i.speed_factor, true
     FROM installations i WHERE i.vehicle_id = $1 AND coalesce(i.removed_at, 'infinity') > i.installed_at
       AND NOT EXISTS (SELECT FROM installations o WHERE o.vehicle_id = $2 AND o.device_id = i.device_id
         AND o.installed_at = i.installed_at)
     ORDER BY i.installed_at, i.id`,
    [fromId, toId, at],
  );
  await db.query(
    `INSERT INTO meter_readings (vehicle_id, meter, at, value)
     SELECT $2, r.meter, r.at, r.value FROM meter_readings r, vehicles v WHERE r.vehicle_id = $1 AND r.deleted_at IS NULL
       AND r.at < $3::timestamptz AND v.id = $2 AND r.at >= coalesce(v.came_at, '-infinity')
     ON CONFLICT DO NOTHING`,
    [fromId, toId, at],
  );
  // Including the end of the last one, since the new record is in service.
  await db.query(
    `WITH held AS (SELECT from_time, status FROM vehicle_statuses
       WHERE vehicle_id = $1 AND from_time < $3::timestamptz AND status <> 'sold'), copied AS (
       INSERT INTO vehicle_statuses (vehicle_id, from_time, status) SELECT $2, from_time, status FROM held
       ON CONFLICT DO NOTHING)
     INSERT INTO vehicle_statuses (vehicle_id, from_time, status) SELECT $2, $3, 'in-service' FROM held
     ORDER BY from_time DESC LIMIT 1 ON CONFLICT DO NOTHING`,
    [fromId, toId, at],
  );
}

/**
 * Deletes the copied past from the record `fromId` from which a vehicle returns: the copied installations that its own
 * record `ownId` also has, and the meter readings from before the record was created.
 */
export async function dropPast(db: Queryable, fromId: number, ownId: number): Promise<void> {
  // A legal hold there keeps what it has.
  const holds = await db.query('SELECT FROM legal_holds WHERE vehicle_id = $1 AND ended_at IS NULL', [fromId]);
  if (holds.rowCount) return;
  await db.query(
    `DELETE FROM installations i USING installations own WHERE i.vehicle_id = $1 AND i.along AND own.vehicle_id = $2
       AND own.device_id = i.device_id AND own.installed_at = i.installed_at`,
    [fromId, ownId],
  );
  await db.query(
    `DELETE FROM meter_readings r USING vehicles v WHERE v.id = r.vehicle_id AND v.id = $1 AND r.at < v.created_at`,
    [fromId],
  );
  await db.query(
    `DELETE FROM vehicle_statuses s USING vehicles v WHERE v.id = s.vehicle_id AND v.id = $1 AND s.from_time < v.created_at`,
    [fromId],
  );
}
