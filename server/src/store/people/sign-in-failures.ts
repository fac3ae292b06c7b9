import type { Queryable } from '../database.ts';
import { nameKey } from './name-key.ts';

/** The failed attempts for one account before delays begin. */
export const FREE_BY_NAME = 5;

/** The subjects for which attempts on an account are counted. */
export const byName = (username: string) => `user:${nameKey(username)}`;
/**
 * Attempts from a network where this user signed in before are counted separately, so that an attacker who keeps trying
 * passwords does not lock the user out.
 */
export const byKnown = (userId: number) => `known:${userId}`;

/** Older failures are ignored. */
const WINDOW = `interval '15 minutes'`;
/** The longest delay, seconds. */
const MAX_DELAY_S = 300;

/** SQL: the delay after the failures counted in `failures`, the first `free` of which cause none: 2, 4, 8 … s. */
const delaySql = (failures: string, free: string) =>
  `make_interval(secs => CASE WHEN ${failures} < ${free} THEN 0
     ELSE least(${MAX_DELAY_S}, 2 ^ least(${failures} - ${free} + 1, 20)) END)`;

/**
 * SQL: true when a time is in the future because the clock was set back, in which case nobody should have to wait for
 * it.
 */
const ahead = (moment: string) => `${moment} > clock_timestamp() + interval '1 minute'`;

/** SQL: true when attempts of the row `alias` are delayed at present. */
export function waitingSql(alias: string, free: number): string {
  const { failures, last } = { failures: `${alias}.failures`, last: `${alias}.last_at` };
  return `(${failures} >= ${free} AND ${last} > clock_timestamp() - ${WINDOW}
    AND ${last} + ${delaySql(failures, String(free))} > clock_timestamp() AND NOT ${ahead(last)})`;
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts cannot exceed the limit;
 * `forgiveAttempt` undoes it if the password was right.
 * @param free the attempts without a delay
 * @returns seconds to wait, in which case nothing was counted; 0 if the attempt can proceed
 */
export async function chargeAttempt(db: Queryable, subject: string, free: number): Promise<number> {
  const { rowCount } = await db.query(
    `INSERT INTO sign_in_failures AS f (subject, failures, last_at) VALUES ($1, 1, clock_timestamp())
     ON CONFLICT (subject) DO UPDATE
       SET failures = CASE WHEN f.last_at < clock_timestamp() - ${WINDOW} THEN 1 ELSE f.failures + 1 END,
           last_at = clock_timestamp()
       WHERE f.last_at + ${delaySql('f.failures', '$2::int')} <= clock_timestamp() OR ${ahead('f.last_at')}`,
    [subject, free],
  );
  if (rowCount) return 0;
  const { rows } = await db.query<{ wait_s: number }>(
    `SELECT greatest(1, ceil(extract(epoch FROM last_at + ${delaySql('failures', '$2::int')} - clock_timestamp())))::int
       AS wait_s FROM sign_in_failures WHERE subject = $1`,
    [subject, free],
  );
  return rows[0]?.wait_s ?? 1;
}

/** Uncounts one attempt. */
export async function forgiveAttempt(db: Queryable, subject: string): Promise<void> {
  await db.query('UPDATE sign_in_failures SET failures = greatest(0, failures - 1) WHERE subject = $1', [subject]);
}

/** Deletes all failures of a subject. */
export async function forgetFailures(db: Queryable, subject: string): Promise<void> {
  await db.query('DELETE FROM sign_in_failures WHERE subject = $1', [subject]);
}

/** Deletes expired failures. */
export async function forgetOldFailures(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM sign_in_failures WHERE last_at < now() - ${WINDOW}`);
}
