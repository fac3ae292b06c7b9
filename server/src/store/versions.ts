import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';
import type { Subject } from './audit/audit-subjects.ts';
import { SUBJECTS, type VersionedSubject } from './audit/subjects.ts';
import type { Queryable } from './database.ts';

/** What the audit log tells of: a subject with its id. */
type Logged = readonly [subject: Subject, id: number];

/**
 * Refuses to write over what somebody else saved since the record was read. Its row must be locked.
 * @param read the version that was read; undefined where the caller does not care
 * @param also under what else changes of the record are logged
 * @throws AppError `conflict` with `changed-meanwhile`, which names who saved it last
 */
export async function checkVersion(
  db: Queryable,
  subject: VersionedSubject,
  id: number,
  read: number | undefined,
  also: readonly Logged[] = [],
): Promise<void> {
  if (read === undefined) return;
  const { rows } = await db.query<{ version: number }>(`SELECT version FROM ${SUBJECTS[subject].table} WHERE id = $1`, [
    id,
  ]);
  const [stored] = rows;
  if (stored && stored.version !== read) throw await changedMeanwhile(db, [[subject, id], ...also]);
}

/** The refusal to write over what is logged as these, which names who changed one of them last. */
export async function changedMeanwhile(db: Queryable, logged: readonly Logged[]): Promise<AppError> {
  const { rows } = await db.query<{ who: string | null }>(
    `SELECT username AS who FROM audit_log
     WHERE (subject, subject_id) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY id DESC LIMIT 1`,
    [logged.map(([subject]) => subject), logged.map(([, id]) => String(id))],
  );
  return new AppError('conflict', fault('changed-meanwhile', { who: rows[0]?.who ?? 'Milepost' }));
}
