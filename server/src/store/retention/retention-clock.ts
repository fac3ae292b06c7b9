import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** The most that the time of retention advances between two daily runs, in days. */
const MAX_ADVANCE_DAYS = 2;

/** SQL of the time by which a run at $1 counts records as old; see migration 285. */
const NEXT = `CASE WHEN $1 < at THEN $1
  WHEN $1 > advanced_at + interval '20 hours' THEN least($1, at + interval '${MAX_ADVANCE_DAYS} days') ELSE at END`;

/** Advances the time of retention at the beginning of a run, and returns it. */
export async function advanceClock(db: Queryable, now: Date): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>(
    `UPDATE retention_clock SET at = ${NEXT},
       advanced_at = CASE WHEN $1 < advanced_at OR $1 > advanced_at + interval '20 hours' THEN $1 ELSE advanced_at END
     RETURNING at`,
    [now],
  );
  return onlyRow({ rows }).at;
}

/** The time by which a run would count records as old if it began now. */
export async function nextRetentionTime(db: Queryable, now: Date): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>(`SELECT ${NEXT} AS at FROM retention_clock`, [now]);
  return onlyRow({ rows }).at;
}

/** The time by which the last run counted records as old. */
export async function readRetentionTime(db: Queryable): Promise<Date> {
  return onlyRow(await db.query<{ at: Date }>('SELECT at FROM retention_clock')).at;
}

/** Longer than between two daily runs. */
const BEHIND_MS = 2 * 86_400_000;

/** The day (UTC) of the next run if it is days behind the server's clock, as after the server was off; otherwise null. */
export async function readClockBehind(db: Queryable, now = new Date()): Promise<string | null> {
  const at = await nextRetentionTime(db, now);
  return now.getTime() - at.getTime() > BEHIND_MS ? at.toISOString().slice(0, 10) : null;
}
