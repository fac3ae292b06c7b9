import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { inTransaction } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { dayOf, ensureDay } from './partitions.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const DAY = dayOf(Date.UTC(2026, 2, 2));

const count = async () =>
  onlyRow(await test.database.query<{ count: number }>('SELECT count(*)::int AS count FROM positions')).count;

/** The number of connections that wait for a lock. */
const waiting = async () =>
  onlyRow(
    await test.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    ),
  ).count;

/** The number of connections that wait for an exclusive lock. */
const attaching = async () =>
  onlyRow(
    await test.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_locks JOIN pg_database d ON d.oid = database
       WHERE mode = 'AccessExclusiveLock' AND locktype = 'relation' AND NOT granted AND datname = current_database()`,
    ),
  ).count;

it('a reader finds all rows while they move to the partition of their day', async () => {
  await test.database.query(`
    INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
    SELECT 1, '2026-03-02T08:00:00Z'::timestamptz + make_interval(secs => n), n, now(), 0, 0, 0, 0, 0
    FROM generate_series(1, 500) n`);
  // Blocks the move at its first step until the lock is released.
  await test.database.query(`
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
    CREATE TRIGGER wait BEFORE DELETE ON positions_default FOR EACH STATEMENT EXECUTE FUNCTION wait();`);
  const halt = await test.database.connect();
  await halt.query('SELECT pg_advisory_lock(1)');
  const moving = ensureDay(test.database, DAY);
  await expect.poll(waiting).toBe(1);
  // A reader of the default partition prevents the new one from being attached, and a second reader arrives meanwhile.
  const reading = await inTransaction(test.database, async (earlier) => {
    await earlier.query('SELECT FROM positions_default LIMIT 1');
    await halt.query('SELECT pg_advisory_unlock(1)');
    halt.release();
    await expect.poll(attaching).toBe(1);
    const later = count();
    await expect.poll(waiting).toBe(2);
    return { later };
  });
  await moving;
  expect(await reading.later).toBe(500);
  const { rows } = await test.database.query(`SELECT FROM positions_20260302`);
  expect(rows).toHaveLength(500);
});
