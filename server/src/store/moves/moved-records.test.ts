import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { MOVED_CHOICES, MOVED_RECORDS } from './moved-records.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const tablesWith = async (columns: string) => {
  const { rows } = await db.database.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attname ~ $1 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    [columns],
  );
  return rows.map(({ name }) => name);
};

test('every table about vehicles, devices and installations has a rule for moves', async () => {
  expect(await tablesWith('^(vehicle|device|installation)_id$')).toEqual(Object.keys(MOVED_RECORDS).toSorted());
});

/** Tables that accept rows for a vehicle that moved, with the reason why this is harmless. */
const TAKEN = {
  legal_holds: 'keeps the past of a vehicle, also of one that moved',
  private_marks: 'seals the past of a vehicle, also of one that moved',
  service_dues: 'worked out of plans, which cover no vehicle that moved',
  service_reminders: 'of a due service',
  vehicle_group_changes: 'of the group being removed, by a trigger',
};

test('no table accepts a row from after the move of a vehicle, whatever writes it', async () => {
  const { rows } = await db.database.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE p.proname = 'refuse_of_moved' ORDER BY 1`,
  );
  const written = (await tablesWith('^vehicle_id$')).filter(
    (table) => !['of-installation', 'of-device', 'derived'].includes(MOVED_RECORDS[table]?.fate ?? ''),
  );
  expect([...rows.map(({ name }) => name), ...Object.keys(TAKEN)].toSorted()).toEqual(written.toSorted());
});

test('each table that accepts rows from before a move refuses them for a vehicle that arrived later', async () => {
  const { rows } = await db.database.query<{ name: string; dated: boolean; before: boolean }>(
    `SELECT c.relname AS name, bool_or(p.proname = 'refuse_of_moved' AND t.tgargs LIKE 'day\\000%') AS dated,
       bool_or(p.proname = 'refuse_of_before') AS before
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE p.proname IN ('refuse_of_moved', 'refuse_of_before') GROUP BY 1 ORDER BY 1`,
  );
  const dated = rows.filter((row) => row.dated).map(({ name }) => name);
  expect(dated).toContain('expenses');
  expect(rows.filter(({ before }) => before).map(({ name }) => name)).toEqual(dated);
});

test('tables that list several vehicles have a rule for moves', async () => {
  expect(await tablesWith('(vehicle|device)_ids$')).toEqual([...MOVED_CHOICES].toSorted());
});

test('the conditions for counting and ending are valid for their table', async () => {
  for (const [table, { counted, ending }] of Object.entries(MOVED_RECORDS)) {
    for (const part of [counted, ending]) {
      if (!part) continue;
      await expect(
        db.database.query(
          `SELECT FROM ${table} u WHERE u.vehicle_id = $1 AND ${part.where} AND $2::timestamptz IS NOT NULL`,
          [0, new Date()],
        ),
      ).resolves.toBeDefined();
    }
  }
});
