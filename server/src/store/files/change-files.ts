import type { StoredFile } from '@milepost/contract/file-operations';
import { fault } from '@milepost/contract/fault';
import type { FileKind } from '@milepost/contract/file-kinds';
import type { RecordKind } from '@milepost/contract/record-kinds';
import { AppError } from '../../errors.ts';
import type { CameraNotes } from '../../files/camera-notes.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { lockHolds, requireTimeFree } from '../retention/require-unheld.ts';
import { onlyRow } from '../rows.ts';
import { findFile } from './files.ts';
import { RECORD_TABLES } from '../records/record-tables.ts';
import { isChangeableLink, isSeenLink, requireChange, requireRecord, subjectOfKind, type Viewer } from './records.ts';

export interface NewFile {
  organisationId: number;
  userId: number | null;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  hash: string;
  thumbHash: string | null;
  name: string;
  kind: FileKind;
  type: string;
  sizeBytes: number;
  widthPx: number | null;
  heightPx: number | null;
  taken: CameraNotes['taken'];
  place: CameraNotes['place'];
}

/** Inserts the row of a file whose bytes are stored; the camera's clock is taken as local time of the organisation. */
export async function insertFile(db: Queryable, file: NewFile): Promise<number> {
  const { taken } = file;
  const made = await db.query<{ id: number }>(
    `INSERT INTO files (organisation_id, added_by, held_by, hash, thumb_hash, name, kind, type, size_bytes, width_px,
       height_px, taken_at, lat, lon)
     SELECT o.id, $2, $2, decode($3, 'hex'), decode($4, 'hex'), $5, $6, $7, $8, $9, $10,
            coalesce($11, $12::timestamp AT TIME ZONE o.time_zone), $13, $14
     FROM organisations o WHERE o.id = $1 RETURNING id`,
    [
      file.organisationId,
      file.userId,
      file.hash,
      file.thumbHash,
      file.name,
      file.kind,
      file.type,
      file.sizeBytes,
      file.widthPx,
      file.heightPx,
      taken && 'at' in taken ? taken.at : null,
      taken && 'clock' in taken ? taken.clock : null,
      file.place?.lat ?? null,
      file.place?.lon ?? null,
    ],
  );
  return onlyRow(made).id;
}

/** The bytes used by an organisation's files, including downloads and attachments of mails. */
export async function filesUse(db: Queryable, organisationId: number): Promise<number> {
  const { rows } = await db.query<{ used: string }>(
    `SELECT coalesce((SELECT sum(size_bytes) FROM files WHERE organisation_id = $1), 0)
       + coalesce((SELECT sum(size_bytes) FROM downloads WHERE organisation_id = $1), 0)
       + coalesce((SELECT sum(size_bytes) FROM (SELECT DISTINCT a.hash, a.size_bytes FROM mail_attachments a
           JOIN mails m ON m.id = a.mail_id WHERE m.organisation_id = $1) carried), 0) AS used`,
    [organisationId],
  );
  return Number(onlyRow({ rows }).used);
}

/**
 * Checks that an organisation's quota has room for more; in a transaction, nobody else can use that room meanwhile.
 * @throws AppError `conflict`
 */
export async function requireRoom(db: Queryable, organisationId: number, bytes: number, quotaBytes: number) {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('files-quota'), $1)`, [organisationId]);
  if ((await filesUse(db, organisationId)) + bytes < quotaBytes) return;
  throw filesFull(quotaBytes);
}

export const filesFull = (quotaBytes: number) =>
  new AppError('conflict', fault('files-full', { most: quotaBytes / 1e9 }));

/**
 * The maximum size of a file that is created now.
 * @throws AppError `conflict` if the quota is used up
 */
export async function roomLeft(db: Queryable, organisationId: number, quotaBytes: number): Promise<number> {
  const left = quotaBytes - (await filesUse(db, organisationId));
  if (left <= 0) throw filesFull(quotaBytes);
  return left;
}

/** Prevents other transactions from collecting this blob until this one ends. */
export async function lockBlob(db: Queryable, hash: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('files-blob'), hashtext($1))`, [hash]);
}

export async function isBlobUsed(db: Queryable, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM files WHERE hash = decode($1, 'hex') UNION ALL
     SELECT FROM files WHERE thumb_hash = decode($1, 'hex') UNION ALL
     SELECT FROM downloads WHERE hash = decode($1, 'hex') UNION ALL
     SELECT FROM mail_attachments WHERE hash = decode($1, 'hex') LIMIT 1`,
    [hash],
  );
  return rowCount === 1;
}

/** Deletes the rows of files that have belonged to no record since then; returns how many. */
export async function removeOrphans(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM files WHERE orphan_since < $1', [before]);
  return rowCount ?? 0;
}

/**
 * @param kinds the kinds of records that the person can edit
 * @throws AppError as `requireChange`, `conflict` for a file that must stay, `denied` for one that also belongs to a
 * record that the person cannot see or change
 */
async function requireAllChangeable(
  db: Queryable,
  viewer: Viewer,
  kinds: readonly RecordKind[],
  fileId: number,
): Promise<void> {
  const { rows } = await db.query<{ kind: RecordKind; id: number }>(
    `SELECT l.record_kind AS kind, l.record_id AS id FROM file_links l
     WHERE l.file_id = $2 AND NOT (${isChangeableLink(viewer, kinds, 'l')})
     ORDER BY ${isSeenLink({ ...viewer, kinds }, 'l')} DESC LIMIT 1`,
    [viewer.scope.organisationIds, fileId],
  );
  const [other] = rows;
  if (!other) return;
  if (kinds.includes(other.kind)) {
    await requireChange(db, viewer, other.kind, other.id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') throw new AppError('denied', 'file-elsewhere');
      throw error;
    });
    const { finalFiles } = RECORD_TABLES[other.kind].change;
    if (finalFiles) throw new AppError('conflict', finalFiles.fault);
  }
  throw new AppError('denied', 'file-elsewhere');
}

/**
 * Changes the name of a file, and when it was taken.
 * @param mayEdit the kinds of records that the person can edit: the file must belong to one of these, or have been
 * uploaded or detached by the person
 * @throws AppError `not-found`; as `requireAllChangeable`: a file has one name in all its records;
 * `conflict` for another time of a file on legal hold
 */
export function changeFile(
  database: Database,
  viewer: Viewer,
  mayEdit: Viewer['kinds'],
  actor: Actor,
  change: { fileId: number; name: string; takenAt: string | null },
): Promise<StoredFile> {
  return inTransaction(database, async (db) => {
    await lockHolds(db);
    const editor = { ...viewer, kinds: mayEdit };
    const { file: before, at } = await findFile(db, editor, change.fileId);
    await requireAllChangeable(db, viewer, mayEdit, change.fileId);
    if (change.takenAt !== before.takenAt) await requireTimeFree(db, change.fileId);
    const values = [change.fileId, change.name, change.takenAt];
    await db.query('UPDATE files SET name = $2, taken_at = $3 WHERE id = $1', values);
    await db.query(
      'UPDATE file_links l SET at = coalesce(f.taken_at, f.added_at) FROM files f WHERE f.id = l.file_id AND f.id = $1',
      [change.fileId],
    );
    const { file } = await findFile(db, viewer, change.fileId);
    if (at && (before.name !== file.name || before.takenAt !== file.takenAt)) {
      const { organisationId } = await requireRecord(db, viewer, at.kind, at.id);
      await record(db, actor, {
        organisationId,
        subject: subjectOfKind(at.kind),
        subjectId: at.id,
        action: 'change-file',
        before: { file: before.name, takenAt: before.takenAt },
        after: { file: file.name, takenAt: file.takenAt },
      });
    }
    return file;
  });
}
