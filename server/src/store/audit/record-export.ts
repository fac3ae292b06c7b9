import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { type Actor, record, type Values } from './audit.ts';

interface Export {
  /** Whose data leaves. */
  organisationId: number;
  /** The download of a report, the vehicle of a track; 0 where there is neither. */
  subjectId: number;
  name: string;
  action: 'export' | 'download';
  /** What was asked for. */
  values: Values;
}

/** Writes into the audit log that data left as a file: who took what. */
export const recordExport = (db: Queryable, actor: Actor, { values, ...entry }: Export): Promise<void> =>
  record(db, actor, { ...entry, subject: 'export', before: null, after: values });

/** The same once for all pieces of one file, however they are asked for: no piece leaves without an entry of the last hour. */
export async function recordExportOnce(db: Queryable, actor: Actor, entry: Export): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM audit_log WHERE subject = 'export' AND subject_id = $1 AND organisation_id = $2 AND action = $3
       AND username IS NOT DISTINCT FROM $4 AND after = $5::jsonb AND at > now() - interval '1 hour' LIMIT 1`,
    [String(entry.subjectId), entry.organisationId, entry.action, actor.username, entry.values],
  );
  if (rowCount === 0) await recordExport(db, actor, entry);
}

/** A track that leaves, in the log of the organisation of its vehicle. */
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
