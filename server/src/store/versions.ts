import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';
import type { Subject } from './audit/audit-subjects.ts';
import { tableOfSubject, type VersionedSubject } from './audit/subjects.ts';
import type { Queryable } from './database.ts';

/** The key of audit log entries: a subject with its id. */
type Logged = readonly [subject: Subject, id: number];

/**
 * Refuses to overwrite changes that somebody else saved since the record was read. Its row must be locked.
 * @param read the version that was read; undefined if the caller does not check
 * @param also other keys under which changes of the record are logged
 * @throws AppError `conflict` with `changed-meanwhile`, which names the person who saved it last
 */
export async function checkVersion(
  db: Queryable,
  subject: VersionedSubject,
  id: number,
  read: number | undefined,
  also: readonly Logged[] = [],
): Promise<void> {
  if (read === undefined) return;
  const { rows } = await db.query<{ version: number }>(`SELECT version FROM ${tableOfSubject(subject)} WHERE id = $1`, [
    id,
  ]);
  const [stored] = rows;
  if (stored && stored.version !== read) throw await changedMeanwhile(db, [[subject, id], ...also]);
}

/** The error for overwriting a record logged under these keys, which names the last person who changed it. */
export async function changedMeanwhile(db: Queryable, logged: readonly Logged[]): Promise<AppError> {
  const { rows } = await db.query<{ who: string | null }>(
    `SELECT username AS who FROM audit_log
     WHERE (subject, subject_id) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY id DESC LIMIT 1`,
    [logged.map(([subject]) => subject), logged.map(([, id]) => String(id))],
  );
  return new AppError('conflict', fault('changed-meanwhile', { who: rows[0]?.who ?? 'Milepost' }));
}
