import { fault } from '@milepost/contract/fault';
import { AppError, fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { isHeldSql, LOCK_RETENTION_SHARED } from './legal-hold-sql.ts';

/**
 * The operations that would take recorded data of a vehicle on legal hold out of the reach of the hold. They are refused
 * as retention does, and the hold has to end first.
 */

/** Prevents a hold from being set until the transaction ends. Called before any row is locked. */
export async function lockHolds(db: Queryable): Promise<void> {
  await db.query(LOCK_RETENTION_SHARED);
}

interface Hold {
  registration: string;
  reason: string;
}

const onHold = (hold: Hold) => fault('vehicle-on-legal-hold', { registration: hold.registration, reason: hold.reason });

/**
 * Checks that the present devices of vehicles can end at a past time.
 * @throws AppError `conflict` at `at` if a hold covers a part of the time since then
 */
export async function requireUnheldSince(
  db: Queryable,
  vehicleIds: readonly number[],
  at: string,
  now: string,
): Promise<void> {
  const { rows } = await db.query<Hold>(
    `SELECT v.registration, h.reason FROM legal_holds h JOIN vehicles v ON v.id = h.vehicle_id
     JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
     WHERE h.ended_at IS NULL AND h.vehicle_id = ANY($1)
       AND greatest(h.from_time, $2::timestamptz) < least(coalesce(h.to_time, 'infinity'), $3::timestamptz)
     ORDER BY h.id LIMIT 1`,
    [vehicleIds, at, now],
  );
  if (rows[0]) throw fieldError('conflict', { at: onHold(rows[0]) });
}

interface FoundHold extends Hold {
  name: string;
  begins: Date;
  ends: Date | null;
  /** It is of another record over the same reports. */
  isOther: boolean;
}

/**
 * The first hold that covers a part of a vehicle's time. The past of a vehicle that moved with it is the same for its record in
 * the former organisation, whose hold counts too.
 */
export async function findHold(db: Queryable, vehicleId: number, from: Date, to: Date): Promise<FoundHold | undefined> {
  const { rows } = await db.query<FoundHold>(
    `SELECT v.registration, h.reason, coalesce(h.created_by, o.name) AS name, h.from_time AS begins, h.to_time AS ends,
            h.vehicle_id <> $1 AS "isOther"
     FROM legal_holds h JOIN vehicles v ON v.id = h.vehicle_id JOIN organisations o ON o.id = h.set_by_organisation_id
     WHERE h.ended_at IS NULL AND h.from_time < $3 AND coalesce(h.to_time, 'infinity') > $2
       AND (h.vehicle_id = $1 OR EXISTS (
         SELECT FROM installations mine JOIN installations other ON other.device_id = mine.device_id
         WHERE mine.vehicle_id = $1 AND other.vehicle_id = h.vehicle_id
           AND greatest(mine.installed_at, other.installed_at, h.from_time, $2)
             < least(mine.removed_at, other.removed_at, h.to_time, $3)))
     ORDER BY "isOther", h.id LIMIT 1`,
    [vehicleId, from, to],
  );
  return rows[0];
}

/**
 * Checks that a time of a vehicle can become private: a private mark deletes alarms about places, what was sent about
 * alarms, and the places of facts that are never recomputed.
 * @throws AppError `conflict` with the hold, who set it and its range if a hold covers a part of the time; without them
 * if it is of a record of another organisation
 */
export async function requireUnheldBetween(db: Queryable, vehicleId: number, from: Date, to: Date): Promise<void> {
  const hold = await findHold(db, vehicleId, from, to);
  if (!hold) return;
  if (hold.isOther) throw new AppError('conflict', 'own-time-held');
  const { registration, reason, name, begins, ends } = hold;
  const during = ends ? ([begins.toISOString(), ends.toISOString()] as const) : ([begins.toISOString()] as const);
  throw new AppError('conflict', fault('private-mark-on-legal-hold', { registration, reason, name, during }));
}

/** Who drives which vehicle when, ISO 8601; null for an open end, or for nobody. */
interface Driven {
  vehicleId: number | null;
  driverId: number | null;
  from: string;
  to: string | null;
}

const DRIVEN = {
  driver_assignments: { from: 'r.from_time', to: `coalesce(r.to_time, 'infinity')`, open: 'r.to_time IS NULL' },
  route_runs: { from: 'r.starts_at', to: 'r.ends_at', open: 'false' },
};

/**
 * Checks that a record continues to show who drove: otherwise the driver could be erased in spite of the hold.
 * @param after the record as it is to become; null when it is deleted
 * @throws AppError `conflict` if a hold covers a past part of the record that would change
 */
export async function requireDriverStays(
  db: Queryable,
  table: keyof typeof DRIVEN,
  id: number,
  after: Driven | null,
): Promise<void> {
  const { from, to, open } = DRIVEN[table];
  const { rows } = await db.query<Hold>(
    `SELECT v.registration, h.reason FROM ${table} r JOIN legal_holds h ON h.vehicle_id = r.vehicle_id
     JOIN vehicles v ON v.id = h.vehicle_id
     CROSS JOIN LATERAL (SELECT greatest(${from}, h.from_time) AS begins,
       least(${to}, coalesce(h.to_time, 'infinity'), now()) AS ends) held
     WHERE r.id = $1 AND h.ended_at IS NULL AND r.driver_id IS NOT NULL AND held.begins < held.ends
       AND NOT coalesce($2::int = r.vehicle_id AND $3::int = r.driver_id AND $4::timestamptz <= held.begins
         AND (coalesce($5::timestamptz, 'infinity') >= held.ends OR ${open} AND $5::timestamptz > held.begins), false)
     ORDER BY h.id LIMIT 1`,
    [id, after?.vehicleId ?? null, after?.driverId ?? null, after?.from ?? null, after?.to ?? null],
  );
  if (rows[0]) throw new AppError('conflict', onHold(rows[0]));
}

/** The stored uses of a driver's tags in vehicles on legal hold. */
export async function readHeldTagUses(db: Queryable, driverId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT DISTINCT s.id FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag
     JOIN legal_holds h ON h.vehicle_id = s.vehicle_id AND h.ended_at IS NULL
     WHERE t.driver_id = $1 AND s.started_at < least(coalesce(t.to_time, 'infinity'), coalesce(h.to_time, 'infinity'))
       AND coalesce(s.ended_at, 'infinity') > greatest(t.from_time, h.from_time)`,
    [driverId],
  );
  return rows.map(({ id }) => id);
}

/** @throws AppError `conflict` if a hold covers a file at its present time */
export async function requireTimeFree(db: Queryable, fileId: number): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM file_links l JOIN files f ON f.id = l.file_id
     WHERE f.id = $1 AND (${isHeldSql('l.vehicle_id', 'l.at')} OR ${isHeldSql('l.vehicle_id', 'f.added_at')})`,
    [fileId],
  );
  if (rowCount) throw new AppError('conflict', 'on-legal-hold');
}
