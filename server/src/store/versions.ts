import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';
import { SUBJECTS, type VersionedSubject } from './audit/subjects.ts';
import type { Queryable } from './database.ts';

/**
 * Refuses to write over what somebody else saved since the record was read. Its row must be locked.
 * @param read the version that was read; undefined where the caller does not care
 * @throws AppError `conflict` with `changed-meanwhile`, which names who saved it last
 */
export async function checkVersion(
  db: Queryable,
  subject: VersionedSubject,
  id: number,
  read: number | undefined,
): Promise<void> {
  if (read === undefined) return;
  const { rows } = await db.query<{ version: number; who: string | null }>(
    `SELECT version, (SELECT username FROM audit_log WHERE subject = $2 AND subject_id = $3
                      ORDER BY id DESC LIMIT 1) AS who
     FROM ${SUBJECTS[subject].table} WHERE id = $1`,
    [id, subject, String(id)],
  );
  const [stored] = rows;
  if (stored && stored.version !== read) {
    throw new AppError('conflict', fault('changed-meanwhile', { who: stored.who ?? 'Milepost' }));
  }
}
