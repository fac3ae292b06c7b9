import type { DeviceDay } from '../chunks/device-day.ts';
import type { Queryable } from '../database.ts';
import type { PackedKind } from './packed-days.ts';

/** Such a day is tried again after this: rows may have been deleted, or the program be a newer one. */
const RETRY_AFTER = `interval '1 day'`;
/** Entries that nobody renewed for so long are of days that are packed or deleted. */
const FORGOTTEN_AFTER = `interval '30 days'`;

const keyOf = (kind: PackedKind, { deviceId, day }: DeviceDay) => `${kind} ${deviceId} ${day}`;

/** Returns the function that tells whether a day was refused recently. A refusal in the future is of a wrong clock. */
export async function readRefusedDays(db: Queryable): Promise<(kind: PackedKind, one: DeviceDay) => boolean> {
  await db.query(`DELETE FROM refused_days WHERE refused_at < now() - ${FORGOTTEN_AFTER}`);
  const { rows } = await db.query<DeviceDay & { kind: PackedKind }>(
    `SELECT kind, device_id AS "deviceId", day::text AS day FROM refused_days
     WHERE refused_at BETWEEN now() - ${RETRY_AFTER} AND now()`,
  );
  const refused = new Set(rows.map(({ kind, ...one }) => keyOf(kind, one)));
  return (kind, one) => refused.has(keyOf(kind, one));
}

/** Records that a day could not be packed. @returns whether this is new */
export async function noteRefusedDay(
  db: Queryable,
  kind: PackedKind,
  { deviceId, day, reason }: DeviceDay & { reason: string },
): Promise<boolean> {
  const { rows } = await db.query<{ isNew: boolean }>(
    `INSERT INTO refused_days AS r (kind, device_id, day, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, device_id, day) DO UPDATE SET reason = excluded.reason, refused_at = now()
     RETURNING r.xmax = 0 AS "isNew"`,
    [kind, deviceId, day, reason],
  );
  return rows[0]?.isNew === true;
}
