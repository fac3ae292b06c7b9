import type { Queryable } from '../database.ts';

/** Registers that this user waits for the first position of the device. */
export async function awaitDevice(db: Queryable, deviceId: number, userId: number): Promise<void> {
  await db.query(
    `INSERT INTO awaited_devices (device_id, user_id) VALUES ($1, $2)
     ON CONFLICT (device_id) DO UPDATE SET user_id = excluded.user_id`,
    [deviceId, userId],
  );
}

export async function listAwaitedDevices(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ device_id: number }>('SELECT device_id FROM awaited_devices');
  return rows.map((row) => row.device_id);
}

/** Ends the waiting for a device; returns the waiting users and its vehicle, once. */
export async function endAwait(
  db: Queryable,
  deviceId: number,
): Promise<{ userId: number; identity: string; registration: string | null } | null> {
  const { rows } = await db.query<{ userId: number; identity: string; registration: string | null }>(
    `WITH ended AS (DELETE FROM awaited_devices WHERE device_id = $1 RETURNING device_id, user_id)
     SELECT e.user_id AS "userId", d.identity, v.registration FROM ended e JOIN devices d ON d.id = e.device_id
     LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
     LEFT JOIN vehicles v ON v.id = i.vehicle_id`,
    [deviceId],
  );
  return rows[0] ?? null;
}
