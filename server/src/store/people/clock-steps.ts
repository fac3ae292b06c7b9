import type { Database } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** A smaller step ends no session that people use. */
const SMALLEST_STEP_MS = 10 * 60_000;
/** Whoever guesses tokens causes no more readings than this. */
const READ_EVERY_MS = 1000;

interface Reading {
  databaseMs: number;
  steadyMs: number;
  /** By how much sessions were moved because of it. */
  movedMs: number;
}

/**
 * The newest reading of each database's clock, beside the steady clock of this process; by the address of the database,
 * since whoever looks may have connections of their own.
 */
const readings = new Map<string, Promise<Reading>>();

/**
 * Finds whether the database's clock was set since the last call, and moves the ends of sessions along: a clock that
 * jumps by two days would sign everybody out. Time in which the machine slept counts as such a step too. The first call
 * takes a reading only; what happens while no process runs is not seen.
 * @param steadyMs milliseconds by a clock that nobody sets
 * @returns by how much sessions were moved, in milliseconds; 0 for none
 */
export async function followClockStep(database: Database, steadyMs = performance.now()): Promise<number> {
  const key = database.options.connectionString ?? '';
  const last = readings.get(key);
  const before = await last?.catch(() => undefined);
  if (before && Math.abs(steadyMs - before.steadyMs) < READ_EVERY_MS) return before.movedMs;
  // Calls that come at once share one reading: each would move the sessions by the same step.
  if (readings.get(key) === last) readings.set(key, read(database, before, steadyMs));
  return (await readings.get(key))?.movedMs ?? 0;
}

async function read(database: Database, before: Reading | undefined, steadyMs: number): Promise<Reading> {
  const { rows } = await database.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  );
  const { ms: databaseMs } = onlyRow({ rows });
  const stepMs = before ? databaseMs - before.databaseMs - (steadyMs - before.steadyMs) : 0;
  if (Math.abs(stepMs) < SMALLEST_STEP_MS) return { databaseMs, steadyMs, movedMs: 0 };
  // After a step ahead, sessions that began since are right; after a step back, those that lie in the future are not.
  await database.query(
    `WITH step AS (SELECT $1::float8 * interval '1 ms' AS by)
     UPDATE login_sessions SET last_seen_at = last_seen_at + step.by, expires_at = expires_at + step.by FROM step
     WHERE ended_at IS NULL
       AND CASE WHEN step.by > interval '0' THEN last_seen_at < clock_timestamp() - step.by + interval '1 minute'
                ELSE last_seen_at > clock_timestamp() END`,
    [stepMs],
  );
  return { databaseMs, steadyMs, movedMs: stepMs };
}
