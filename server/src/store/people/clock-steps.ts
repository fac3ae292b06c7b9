import type { Database } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** A smaller step does not end sessions in use. */
const SMALLEST_STEP_MS = 10 * 60_000;
/** The shortest interval between two readings, also during token probing. */
const READ_EVERY_MS = 1000;

interface Reading {
  databaseMs: number;
  steadyMs: number;
  /** By how much it moved the sessions. */
  movedMs: number;
}

/**
 * The newest reading of each database's clock, with the monotonic clock of this process; by the address of the
 * database, since callers can have different pools.
 */
const readings = new Map<string, Promise<Reading>>();

/**
 * Detects whether the database's clock was set since the last call, and moves the expiry of sessions by the same step:
 * a clock that jumps by two days would otherwise sign everybody out. Time during which the machine slept also counts as
 * a step. The first call only takes a reading; steps while no process runs are not detected.
 * @param steadyMs milliseconds of a monotonic clock
 * @returns by how much sessions were moved, in milliseconds; 0 for none
 */
export async function followClockStep(database: Database, steadyMs = performance.now()): Promise<number> {
  const key = database.options.connectionString ?? '';
  const last = readings.get(key);
  const before = await last?.catch(() => undefined);
  if (before && Math.abs(steadyMs - before.steadyMs) < READ_EVERY_MS) return before.movedMs;
  // Concurrent calls share one reading: otherwise each would move the sessions by the same step.
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
  // After a step forward, sessions that began since are correct; after a step back, those in the future are not.
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
