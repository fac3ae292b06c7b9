import type { StoredFile } from '@milepost/contract/file-operations';
import type { RecordKind } from '@milepost/contract/record-kinds';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { FILE_COLUMNS, FILE_TABLES, type FileRow, toFile } from './file-rows.ts';
import { isSeenLink, requireRecord, type Viewer } from './records.ts';

export const noFile = () => new AppError('not-found', 'no-file');

interface FoundFile {
  file: StoredFile;
  /** The hashes of the bytes and of those of the thumbnail, in hexadecimal digits. */
  hash: string;
  thumbHash: string | null;
  /**
   * A record with the file that the viewer can see; null for a file without a record that the viewer uploaded or
   * detached.
   */
  at: { kind: RecordKind; id: number } | null;
}

/**
 * @throws AppError `not-found` for a file that belongs to no record visible to the viewer, unless it belongs to none
 * and to the viewer
 */
export async function findFile(db: Queryable, viewer: Viewer, id: number): Promise<FoundFile> {
  const { rows } = await db.query<
    FileRow & { hash: string; thumb_hash: string | null; at: { kind: RecordKind; id: number } | null }
  >(
    `SELECT ${FILE_COLUMNS}, encode(f.hash, 'hex') AS hash, encode(f.thumb_hash, 'hex') AS thumb_hash, at.at
     FROM ${FILE_TABLES} LEFT JOIN LATERAL (
       SELECT jsonb_build_object('kind', l.record_kind, 'id', l.record_id) AS at FROM file_links l
       WHERE l.file_id = f.id AND ${isSeenLink(viewer, 'l')} LIMIT 1) at ON true
     WHERE f.id = $2 AND (f.organisation_id = ANY($1) OR at.at ->> 'kind' = 'message')
       AND (at.at IS NOT NULL OR (f.orphan_since IS NOT NULL AND f.held_by IS NOT DISTINCT FROM $3))`,
    [viewer.scope.organisationIds, id, viewer.userId],
  );
  const [row] = rows;
  if (!row) throw noFile();
  return { file: toFile(row), hash: row.hash, thumbHash: row.thumb_hash, at: row.at };
}

/** The files of a record, newest first. @throws AppError `not-found` for a record that the viewer cannot see */
export async function listFiles(db: Queryable, viewer: Viewer, kind: RecordKind, id: number): Promise<StoredFile[]> {
  await requireRecord(db, viewer, kind, id);
  const { rows } = await db.query<FileRow>(
    `SELECT ${FILE_COLUMNS} FROM ${FILE_TABLES} JOIN file_links l ON l.file_id = f.id
     WHERE l.record_kind = $1 AND l.record_id = $2 ORDER BY l.at DESC, l.id DESC`,
    [kind, id],
  );
  return rows.map(toFile);
}
