import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { type Actor, record, type Values } from './audit.ts';

interface Export {
  /** The owner of the exported data. */
  organisationId: number;
  /** The download of a report, or the vehicle of a track; 0 if neither. */
  subjectId: number;
  name: string;
  action: 'export' | 'download';
  /** The parameters of the export. */
  values: Values;
}

/** Writes an export of data as a file to the audit log, with its author. */
export const recordExport = (db: Queryable, actor: Actor, { values, ...entry }: Export): Promise<void> =>
  record(db, actor, { ...entry, subject: 'export', before: null, after: values });

/** The same, once for all pieces of one file, in any order: no piece is sent without an entry of the last hour. */
export async function recordExportOnce(db: Queryable, actor: Actor, entry: Export): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM audit_log WHERE subject = 'export' AND subject_id = $1 AND organisation_id = $2 AND action = $3
       AND username IS NOT DISTINCT FROM $4 AND after = $5::jsonb AND at > now() - interval '1 hour' LIMIT 1`,
    [String(entry.subjectId), entry.organisationId, entry.action, actor.username, entry.values],
  );
  if (rowCount === 0) await recordExport(db, actor, entry);
}

/** An export of a track, in the log of the vehicle's organisation. */
export async function recordTrackExport(
  db: Queryable,
  actor: Actor,
  vehicle: { id: number; registration: string },
  values: Values,
): Promise<void> {
  const found = await db.query<{ organisationId: number }>(
    'SELECT organisation_id AS "organisationId" FROM vehicles WHERE id = $1',
    [vehicle.id],
  );
  const { organisationId } = onlyRow(found);
  const name = vehicle.registration;
  await recordExportOnce(db, actor, { organisationId, subjectId: vehicle.id, name, action: 'export', values });
}
