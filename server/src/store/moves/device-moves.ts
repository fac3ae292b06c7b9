import { type Database, inTransaction, type Queryable } from '../database.ts';
import { markLate } from '../facts/tracking-states.ts';
import { sealInstalled } from '../private-time/seal-installed.ts';
import { moveReports } from '../tracks/move-reports.ts';

/** A device continues in another record from a given time on (epoch milliseconds). */
export interface DeviceMoved {
  from: number;
  to: number;
  at: number;
}

const COLUMNS = `follows_id AS "from", id AS "to", ceil(extract(epoch FROM begins_at) * 1000)::float8 AS at`;

/** The successions of device records, with their times. */
export async function listDeviceMoves(db: Queryable): Promise<DeviceMoved[]> {
  const { rows } = await db.query<DeviceMoved>(
    `SELECT ${COLUMNS} FROM devices WHERE follows_id IS NOT NULL AND begins_at IS NOT NULL`,
  );
  return rows;
}

/** Device records for which reports after their start may still have been stored with their predecessor. */
export async function listStrayMoves(db: Queryable): Promise<DeviceMoved[]> {
  const { rows } = await db.query<DeviceMoved>(
    `SELECT ${COLUMNS} FROM devices WHERE strays_due AND follows_id IS NOT NULL`,
  );
  return rows;
}

/**
 * Moves reports that arrived during the move of a device to the record of their time, once. Nothing may be written for
 * the device meanwhile.
 * @returns the installation whose facts have to be recomputed, and from when; null if there is none
 */
export function settleStrays(
  database: Database,
  { from, to, at }: DeviceMoved,
): Promise<{ installationId: number; lateAt: number } | null> {
  return inTransaction(database, async (db) => {
    const first = await moveReports(db, { from, to, since: new Date(at) });
    await db.query('UPDATE devices SET strays_due = false WHERE id = $1', [to]);
    if (first === Infinity) return null;
    const { rows } = await db.query<{ id: number }>(
      `SELECT id FROM installations WHERE device_id = $1 AND installed_at <= $2 AND coalesce(removed_at, 'infinity') > $2`,
      [to, new Date(first)],
    );
    if (!rows[0]) return null;
    await sealInstalled(db, rows[0].id, first);
    await markLate(db, rows[0].id, first);
    return { installationId: rows[0].id, lateAt: first };
  });
}
