import { MAX_FILES } from '@milepost/contract/file-kinds';
import { fault } from '@milepost/contract/fault';
import type { RecordKind } from '@milepost/contract/record-kinds';
import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { requireHere } from '../fleet/moved-vehicles.ts';
import { RECORD_TABLES } from '../records/record-tables.ts';
import { requireFileFree } from '../retention/legal-holds.ts';
import { findFile, noFile } from './files.ts';
import { requireChange, requireRecord, subjectOfKind, type Viewer } from './records.ts';

export interface RecordOf {
  recordKind: RecordKind;
  recordId: number;
}

/**
 * Attaches files to a record that the viewer can change, in the transaction `db`.
 * @throws AppError as `requireChange` and `linkFiles`
 */
export async function addFilesTo(
  db: Queryable,
  viewer: Viewer,
  actor: Actor,
  to: RecordOf,
  fileIds: readonly number[],
): Promise<void> {
  await requireChange(db, viewer, to.recordKind, to.recordId);
  await linkFiles(db, viewer, actor, to, fileIds);
}

/**
 * Attaches files to a record that is being created or saved by a person with the right to, in the transaction `db`:
 * files that the person uploaded or detached, and files of other visible records. Idempotent for files already
 * attached.
 * @throws AppError `not-found` for a record or file that the person cannot see, `conflict` if the record would have too
 * many
 */
export async function linkFiles(
  db: Queryable,
  viewer: Viewer,
  actor: Actor,
  { recordKind, recordId }: RecordOf,
  fileIds: readonly number[],
): Promise<void> {
  const { organisationId, vehicleId } = await requireRecord(db, viewer, recordKind, recordId);
  // A file of a past record, such as the photo of a bill, belongs to that record.
  if (recordKind === 'vehicle') await requireHere(db, [recordId], { field: 'recordId' });
  // Serialised, so that two transactions cannot exceed the limit together.
  await db.query(`SELECT pg_advisory_xact_lock(hashtext($1), $2)`, [`files of ${recordKind}`, recordId]);
  const added: string[] = [];
  for (const id of new Set(fileIds)) {
    const { file } = await findFile(db, viewer, id);
    const { rowCount } = await db.query(
      `INSERT INTO file_links (organisation_id, file_id, record_kind, record_id, vehicle_id, at, picture)
       SELECT $1, f.id, $3, $4, $5, coalesce(f.taken_at, f.added_at), f.kind = 'picture' FROM files f WHERE f.id = $2
       ON CONFLICT DO NOTHING`,
      [organisationId, id, recordKind, recordId, vehicleId],
    );
    if (rowCount) added.push(file.name);
    // The bytes of the file count towards the quota of the record's organisation.
    await db.query(
      `UPDATE files SET orphan_since = NULL, held_by = NULL, organisation_id = $2
       WHERE id = $1 AND orphan_since IS NOT NULL`,
      [id, organisationId],
    );
  }
  const { rowCount } = await db.query('SELECT FROM file_links WHERE record_kind = $1 AND record_id = $2', [
    recordKind,
    recordId,
  ]);
  if ((rowCount ?? 0) > MAX_FILES) throw new AppError('conflict', fault('most-files', { most: MAX_FILES }));
  if (added.length === 0) return;
  const entry = { organisationId, subject: subjectOfKind(recordKind), subjectId: recordId, action: 'add-file' };
  await record(db, actor, { ...entry, before: null, after: { files: added.join(', ') } });
}

/**
 * Detaches a file from a record that the viewer can change, in the transaction `db`. The same person can attach it
 * again for a day.
 * @throws AppError as `requireChange`; `not-found` if the record has no such file, `conflict` for a file that must stay or
 * is on legal hold
 */
export async function unlinkFile(
  db: Queryable,
  viewer: Viewer,
  actor: Actor,
  { recordKind, recordId }: RecordOf,
  fileId: number,
): Promise<void> {
  const { organisationId } = await requireChange(db, viewer, recordKind, recordId);
  const { finalFiles } = RECORD_TABLES[recordKind].change;
  const found = await db.query<{ id: number; final: boolean }>(
    `SELECT l.id, ${finalFiles?.when ?? 'false'} AS final FROM file_links l
     WHERE l.record_kind = $1 AND l.record_id = $2 AND l.file_id = $3`,
    [recordKind, recordId, fileId],
  );
  if (finalFiles && found.rows[0]?.final) throw new AppError('conflict', finalFiles.fault);
  await requireFileFree(db, found.rows[0]?.id ?? 0);
  const { rows } = await db.query<{ name: string }>(
    'DELETE FROM file_links l USING files f WHERE f.id = l.file_id AND l.id = $1 RETURNING f.name',
    [found.rows[0]?.id ?? null],
  );
  if (!rows[0]) throw noFile();
  await db.query(
    `UPDATE files f SET orphan_since = now(), held_by = $2
     WHERE f.id = $1 AND NOT EXISTS (SELECT FROM file_links l WHERE l.file_id = f.id)`,
    [fileId, viewer.userId],
  );
  const entry = { organisationId, subject: subjectOfKind(recordKind), subjectId: recordId, action: 'remove-file' };
  await record(db, actor, { ...entry, before: { file: rows[0].name }, after: null });
}
