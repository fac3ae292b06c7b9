import type { DriverErasure } from '@milepost/contract/driver-operations';
import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { LOCK_RETENTION } from '../retention/legal-hold-sql.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { noDriver } from './drivers.ts';

interface Found {
  id: number;
  organisationId: number;
  name: string;
  email: string | null;
  /** True if the driver no longer works here, or is deleted. */
  gone: boolean;
}

/** The name that takes the place of an erased one. */
const anonymous = (id: number) => `#${id}`;

async function lockErasable(db: Queryable, scope: Scope, id: number): Promise<Found> {
  const { rows } = await db.query<Found>(
    `SELECT d.id, d.organisation_id AS "organisationId", d.name, d.email,
            d.deleted_at IS NOT NULL OR coalesce(d.left_on <= (now() AT TIME ZONE o.time_zone)::date, false) AS gone
     FROM drivers d JOIN organisations o ON o.id = d.organisation_id
     WHERE d.id = $1 AND d.organisation_id = ANY($2) AND d.erased_at IS NULL FOR NO KEY UPDATE OF d`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDriver();
  return rows[0];
}

/** True when a legal hold covers a vehicle in a time in which this person drove it, or was to. */
async function isOnHold(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM legal_holds h WHERE h.ended_at IS NULL AND (
       EXISTS (SELECT FROM driver_assignments a WHERE a.driver_id = $1 AND a.vehicle_id = h.vehicle_id
         AND a.from_time < coalesce(h.to_time, 'infinity') AND coalesce(a.to_time, 'infinity') > h.from_time)
       OR EXISTS (SELECT FROM route_runs r WHERE r.driver_id = $1 AND r.vehicle_id = h.vehicle_id
         AND r.starts_at < coalesce(h.to_time, 'infinity') AND r.ends_at > h.from_time)
       OR EXISTS (SELECT FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag AND s.vehicle_id = h.vehicle_id
         WHERE t.driver_id = $1 AND s.started_at < least(coalesce(t.to_time, 'infinity'), coalesce(h.to_time, 'infinity'))
           AND coalesce(s.ended_at, 'infinity') > greatest(t.from_time, h.from_time)))
     LIMIT 1`,
    [id],
  );
  return (rowCount ?? 0) > 0;
}

const FILES = `SELECT l.file_id FROM file_links l WHERE (l.record_kind = 'driver' AND l.record_id = $1)
  OR (l.record_kind = 'document' AND l.record_id IN (SELECT id FROM documents WHERE driver_id = $1))`;

/** What an erasure would remove and what would stay without the name. @throws AppError `not-found` */
export function readErasure(database: Database, scope: Scope, id: number): Promise<DriverErasure> {
  return inTransaction(database, async (db) => {
    const { gone } = await lockErasable(db, scope, id);
    const { rows } = await db.query<Omit<DriverErasure, 'dismissed' | 'held'>>(
      `SELECT (SELECT count(*)::int FROM driver_tags WHERE driver_id = $1) AS tags,
              (SELECT count(*)::int FROM driver_assignments WHERE driver_id = $1) AS assignments,
              (SELECT count(*)::int FROM documents WHERE driver_id = $1) AS documents,
              (SELECT count(DISTINCT file_id)::int FROM (${FILES}) f) AS files,
              (SELECT count(*)::int FROM driver_receipts WHERE driver_id = $1) AS messages,
              (SELECT count(*)::int FROM expenses WHERE driver_id = $1) AS expenses,
              (SELECT count(*)::int FROM route_runs WHERE driver_id = $1) AS runs,
              (SELECT u.username FROM drivers d JOIN users u ON u.id = d.user_id WHERE d.id = $1) AS account`,
      [id],
    );
    return { ...onlyRow({ rows }), dismissed: gone, held: await isOnHold(db, id) };
  });
}

/**
 * Erases what is held on a driver: name and contact, licence, pictures and papers, tags, assignments, and with these
 * the score and the share of trips. What accounts need stays without the name: bills, runs, inspections.
 * @throws AppError `not-found` outside the scope or for one that is erased, `conflict` for a driver who still works here
 * or drove a vehicle on legal hold
 */
export function eraseDriver(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    // No hold is set between the check and the erasure.
    await db.query(LOCK_RETENTION);
    const driver = await lockErasable(db, scope, id);
    if (!driver.gone) throw new AppError('conflict', 'driver-not-dismissed');
    if (await isOnHold(db, id)) throw new AppError('conflict', 'driver-on-legal-hold');
    await eraseCopies(db, driver);
    await eraseFiles(db, id);
    await db.query('DELETE FROM documents WHERE driver_id = $1', [id]);
    await db.query('DELETE FROM driver_tags WHERE driver_id = $1', [id]);
    await db.query('DELETE FROM driver_assignments WHERE driver_id = $1', [id]);
    await db.query(
      `UPDATE drivers SET name = $2, number = NULL, phone = NULL, email = NULL, licence_number = NULL, licence_classes = '{}',
         licence_expires_on = NULL, group_ids = '{}', hired_on = NULL, emergency_name = NULL, emergency_phone = NULL,
         note = NULL, user_id = NULL, tag_keys = '{}', own = '{}', deleted_at = coalesce(deleted_at, now()),
         erased_at = now(), version = version + 1
       WHERE id = $1`,
      [id, anonymous(id)],
    );
    const { organisationId } = driver;
    const entry = { organisationId, subject: 'driver', subjectId: id, name: anonymous(id), action: 'erase' } as const;
    await record(db, actor, { ...entry, before: null, after: null });
    return organisationId;
  });
}

/** Deletes the files of the driver and of the driver's papers; one that also belongs to another record stays there. */
async function eraseFiles(db: Queryable, id: number): Promise<void> {
  const { rows } = await db.query<{ file_id: number }>(FILES, [id]);
  const fileIds = rows.map(({ file_id }) => file_id);
  await db.query(
    `DELETE FROM file_links l WHERE l.file_id = ANY($2) AND ((l.record_kind = 'driver' AND l.record_id = $1)
       OR (l.record_kind = 'document' AND l.record_id IN (SELECT id FROM documents WHERE driver_id = $1)))`,
    [id, fileIds],
  );
  await db.query(
    'DELETE FROM files f WHERE f.id = ANY($1) AND NOT EXISTS (SELECT FROM file_links l WHERE l.file_id = f.id)',
    [fileIds],
  );
}

/** SQL of a column of JSON in which the value $2 is replaced by $3, and of whether it contains $2. */
const withReplacedName = (column: string) =>
  `replace(${column}::text, to_json($2::text)::text, to_json($3::text)::text)::jsonb`;
const hasName = (column: string) => `position(to_json($2::text)::text IN ${column}::text) > 0`;

/** Erases the name and the data where they were copied to. */
async function eraseCopies(db: Queryable, { id, organisationId, name, email }: Found): Promise<void> {
  const documents = `SELECT d.id::text FROM documents d WHERE d.driver_id = $1::int`;
  await db.query(
    `UPDATE audit_log SET subject_name = CASE WHEN subject = 'driver' THEN $2::text END, before = NULL, after = NULL
     WHERE (subject = 'driver' AND subject_id = $1::int::text) OR (subject = 'document' AND subject_id IN (${documents}))
       OR (subject = 'task' AND subject_id IN (SELECT t.id::text FROM tasks t WHERE t.record_kind = 'driver' AND t.record_id = $1::int))`,
    [id, anonymous(id)],
  );
  const values = [organisationId, name, anonymous(id)];
  await db.query(
    `UPDATE audit_log SET before = ${withReplacedName('before')}, after = ${withReplacedName('after')},
       subject_name = CASE WHEN subject_name = $2::text THEN $3::text ELSE subject_name END
     WHERE organisation_id = $1 AND (${hasName('before')} OR ${hasName('after')} OR subject_name = $2::text)`,
    values,
  );
  await db.query(
    `UPDATE route_run_changes c SET changes = ${withReplacedName('c.changes')}
     FROM route_runs r WHERE r.id = c.run_id AND r.organisation_id = $1 AND ${hasName('c.changes')}`,
    values,
  );
  // Sheets and changes of many records hold the data of drivers to be undone: these can no longer be.
  await db.query(
    `DELETE FROM imports i WHERE i.organisation_id = $1 AND EXISTS (SELECT FROM import_lines l WHERE l.import_id = i.id
       AND position(lower($2::text) IN lower(concat(l.cells::text, l.name, l.before::text, l.after::text))) > 0)`,
    [organisationId, name],
  );
  await db.query(`DELETE FROM bulk_changes WHERE organisation_id = $1 AND position($2::text IN entries::text) > 0`, [
    organisationId,
    name,
  ]);
  await db.query(
    `DELETE FROM notifications n USING users u WHERE u.id = n.user_id AND u.organisation_id = $1
       AND position($2::text IN n.title || ' ' || n.text) > 0`,
    [organisationId, name],
  );
  await db.query(`DELETE FROM tasks WHERE record_kind = 'driver' AND record_id = $1`, [id]);
  await db.query('DELETE FROM driver_receipts WHERE driver_id = $1', [id]);
  await db.query('UPDATE messages SET driver_ids = array_remove(driver_ids, $1) WHERE $1 = ANY(driver_ids)', [id]);
  await db.query(
    `DELETE FROM mails WHERE organisation_id = $1 AND (lower(recipient) = lower($3::text) OR position($2::text IN subject || ' ' || text) > 0)`,
    [organisationId, name, email],
  );
}
