import type { FileFormat } from '@milepost/contract/download-operations';
import { fault, type Fault, toFault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Caller } from '../people/callers.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import type { DownloadParams } from './downloads.ts';

/** The downloads of a person that can be in progress simultaneously. */
export const MAX_PENDING_DOWNLOADS = 10;
/**
 * A running download is touched every few seconds; one that was not touched for this long belongs to a killed process.
 * Its job is not retried sooner.
 */
const LEFT_AFTER = "interval '30 seconds'";

export interface NewDownload {
  kind: string;
  /** The reports that it contains, and their columns with restricted visibility. */
  kinds: readonly string[];
  /** The surrounding texts are only for the owner. */
  private: boolean;
  title: string;
  format: FileFormat;
  params: DownloadParams;
}

/** A download, and how many the person had in progress before it. */
interface Begun {
  id: number;
  organisationId: number;
  total: number | null;
  before: number;
}

/**
 * @param total the rows of the file; null if they are not counted
 * @throws AppError `conflict` if the person has too many in progress, or stores too many
 */
export async function insertDownload(
  db: Queryable,
  caller: Caller,
  one: NewDownload,
  total: number | null,
): Promise<Begun> {
  const { scope, userId } = caller;
  const before = await requireCapacity(db, userId);
  const made = await db.query<{ id: number }>(
    `INSERT INTO downloads (organisation_id, user_id, kind, title, format, params, organisation_ids, vehicle_ids, group_ids, kinds, private, total, common)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
    [
      scope.organisationId,
      userId,
      one.kind,
      one.title,
      one.format,
      JSON.stringify(one.params),
      scope.organisationIds,
      scope.limit?.vehicleIds ?? null,
      scope.limit?.groupIds ?? null,
      one.kinds,
      one.private,
      total,
      scope.limit?.common ?? true,
    ],
  );
  await checkQuota(db, 'download', userId);
  return { id: onlyRow(made).id, organisationId: scope.organisationId, total, before };
}

async function requireCapacity(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM downloads WHERE user_id = $1 AND state IN ('waiting', 'running')`,
    [userId],
  );
  const { count } = onlyRow({ rows });
  if (count >= MAX_PENDING_DOWNLOADS)
    throw new AppError('conflict', fault('downloads-waiting', { most: MAX_PENDING_DOWNLOADS }));
  return count;
}

/** How many processes may be killed by one file before it is given up. */
export const MAX_CRASHED_ATTEMPTS = 3;

/** Claims a waiting download, or one abandoned by a killed process; false if another process has it. */
export async function claimDownload(db: Queryable, id: number, run: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE downloads SET state = 'running', run = $2, touched_at = now(), rows = 0, fault = NULL,
       killed = killed + (state = 'running')::int
     WHERE id = $1 AND (state = 'waiting' OR (state = 'running' AND touched_at < now() - ${LEFT_AFTER}))`,
    [id, run],
  );
  return rowCount === 1;
}

/** Stores the scope of the file's content, as the person sees it when it is created. */
export async function noteScope(
  db: Queryable,
  id: number,
  run: string,
  { scope }: Caller,
  file: Pick<NewDownload, 'kinds' | 'private'>,
): Promise<void> {
  await db.query(
    `UPDATE downloads SET organisation_ids = $3, vehicle_ids = $4, group_ids = $5, kinds = $6, private = $7, common = $8
     WHERE id = $1 AND run = $2`,
    [
      id,
      run,
      scope.organisationIds,
      scope.limit?.vehicleIds ?? null,
      scope.limit?.groupIds ?? null,
      file.kinds,
      file.private,
      scope.limit?.common ?? true,
    ],
  );
}

export interface Progress {
  rows: number;
  total: number | null;
  parameters: readonly { label: string; value: string }[];
}

/** False if it was cancelled, deleted or taken over meanwhile. */
export async function touchDownload(db: Queryable, id: number, run: string, progress: Progress): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE downloads SET touched_at = now(), rows = $3, total = $4, parameters = $5
     WHERE id = $1 AND run = $2 AND state = 'running'`,
    [id, run, progress.rows, progress.total, JSON.stringify(progress.parameters)],
  );
  return rowCount === 1;
}

/**
 * Marks the file as complete. False if it was cancelled meanwhile: its bytes are then unreferenced and will be
 * collected.
 */
export async function finishDownload(
  db: Queryable,
  id: number,
  run: string,
  { rows, hash, sizeBytes }: { rows: number; hash: string; sizeBytes: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE downloads SET state = 'done', rows = $3, total = $3, hash = decode($4, 'hex'), size_bytes = $5,
       until = now() + interval '30 days'
     WHERE id = $1 AND run = $2 AND state = 'running'`,
    [id, run, rows, hash, sizeBytes],
  );
  return rowCount === 1;
}

/** With a fault it failed; with null it waits for another attempt. False if it was cancelled meanwhile. */
export async function releaseDownload(db: Queryable, id: number, run: string, why: Fault | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE downloads SET state = $3, fault = $4, run = NULL, touched_at = now() WHERE id = $1 AND run = $2 AND state = 'running'`,
    [id, run, why ? 'failed' : 'waiting', why && JSON.stringify(why)],
  );
  return rowCount === 1;
}

export async function cancelDownload(db: Queryable, userId: number, id: number): Promise<void> {
  await db.query(
    `UPDATE downloads SET state = 'cancelled', run = NULL WHERE id = $1 AND user_id = $2 AND state IN ('waiting', 'running')`,
    [id, userId],
  );
}

/** @throws AppError `conflict` for a download that is still in progress or has its file */
export async function retryDownload(db: Queryable, userId: number, id: number): Promise<Begun> {
  const before = await requireCapacity(db, userId);
  const { rows } = await db.query<Pick<Begun, 'organisationId' | 'total'>>(
    `UPDATE downloads SET state = 'waiting', fault = NULL, rows = 0, killed = 0, touched_at = now(), at = now(), until = now() + interval '30 days'
     WHERE id = $1 AND user_id = $2 AND state IN ('failed', 'cancelled')
     RETURNING organisation_id AS "organisationId", total`,
    [id, userId],
  );
  if (!rows[0]) throw new AppError('conflict', 'download-not-over');
  return { id, ...rows[0], before };
}

/** @returns the hash of its bytes; null if it had none */
export async function deleteDownload(db: Queryable, userId: number, id: number): Promise<string | null> {
  const { rows } = await db.query<{ hash: string | null }>(
    `DELETE FROM downloads WHERE id = $1 AND user_id = $2 RETURNING encode(hash, 'hex') AS hash`,
    [id, userId],
  );
  return rows[0]?.hash ?? null;
}

/** Gives up downloads that kill every process working on them. */
export async function failDeadly(db: Queryable): Promise<void> {
  await db.query(
    `UPDATE downloads SET state = 'failed', fault = $1, run = NULL
     WHERE state = 'running' AND touched_at < now() - ${LEFT_AFTER} AND killed >= ${MAX_CRASHED_ATTEMPTS - 1}`,
    [toFault('export-failed')],
  );
}

/** Downloads abandoned by a killed process, or whose job was lost. */
export async function leftDownloads(db: Queryable): Promise<Omit<Begun, 'before'>[]> {
  const { rows } = await db.query<Omit<Begun, 'before'>>(
    `SELECT id, organisation_id AS "organisationId", total FROM downloads WHERE state IN ('waiting', 'running') AND touched_at < now() - ${LEFT_AFTER}`,
  );
  return rows;
}

/** Their bytes are collected together with those of files. */
export async function forgetDownloads(db: Queryable): Promise<void> {
  await db.query('DELETE FROM downloads WHERE until < now()');
}

interface ScheduledDownload extends NewDownload {
  organisationId: number;
  as: Caller;
  rows: number;
  hash: string;
  sizeBytes: number;
  parameters: readonly { label: string; value: string }[];
}

/** Adds a file that a schedule created for a person, with the content that `as` sees; returns its id. */
export async function insertScheduledDownload(db: Queryable, one: ScheduledDownload): Promise<number> {
  const { scope, userId } = one.as;
  const made = await db.query<{ id: number }>(
    `INSERT INTO downloads (organisation_id, user_id, kind, title, format, params, organisation_ids, vehicle_ids, group_ids,
       state, rows, total, hash, size_bytes, parameters, kinds, private, scheduled, common)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'done', $10, $10, decode($11, 'hex'), $12, $13, $14, $15, true, $16) RETURNING id`,
    [
      one.organisationId,
      userId,
      one.kind,
      one.title,
      one.format,
      JSON.stringify(one.params),
      scope.organisationIds,
      scope.limit?.vehicleIds ?? null,
      scope.limit?.groupIds ?? null,
      one.rows,
      one.hash,
      one.sizeBytes,
      JSON.stringify(one.parameters),
      one.kinds,
      one.private,
      scope.limit?.common ?? true,
    ],
  );
  return onlyRow(made).id;
}
