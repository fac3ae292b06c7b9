import { MENU_KEYS } from '@milepost/contract/menus';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TABLE_NAMES } from '../../personal-data/index-page.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { DRIVER, DRIVER_TABLES } from './driver-tables.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { isExported } from './personal-table.ts';
import { listExportedTables, readPersonalRows } from './read-personal-data.ts';
import { inTransaction } from '../database.ts';
import { USER, USER_TABLES } from './user-tables.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

interface Column {
  table: string;
  column: string;
  /** The table that it refers to. */
  to: string | null;
}

async function listColumns(): Promise<Column[]> {
  const { rows } = await test.database.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, (SELECT f.relname FROM pg_constraint k
       JOIN pg_class f ON f.oid = k.confrelid WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum] LIMIT 1) AS to
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
     ORDER BY c.relname, a.attnum`,
  );
  return rows;
}

/** Columns that look like a person's but hold nothing of a driver or a user account. */
const NOT_PERSONAL: Readonly<Record<string, string>> = {
  'command_templates.phones': 'numbers that a device may call, entered as free text',
  'contacts.phones': 'people outside the organisation, who are records of their own',
  'contacts.emails': 'people outside the organisation, who are records of their own',
  'day_totals.engine_by': 'the source of the engine time',
  'ingest_events.owner': 'a process that stores positions',
  'ingest_partitions.owner_id': 'a process that stores positions',
  'installations.technician': 'a free text about who installed a device',
  'outlets.contact_name': 'a person at a customer',
  'outlets.phone': 'a person at a customer',
  'private_rules.drivers_mark': 'true if drivers may mark own trips as private',
  'report_schedule_runs.to_owner': 'true if the owner of the schedule gets the file',
  'run_facts.begun_by': 'what began a run: a place or an entry',
  'run_facts.ended_by': 'what ended a run: a place or an entry',
  'run_stop_words.signed_by': 'the customer who signed for goods',
  'service_dues.due_by': 'what makes a service due: days, kilometres or hours',
  'vehicles.owner': 'the company that owns a vehicle',
};

/** Names of columns that hold the number, the name or an address of somebody. */
const OF_SOMEBODY =
  /(^|_)(driver|drivers|user|users|person|people|assignee|sender|manager|actor|technician|username|holder|signed|owner)(_|$)|_by(_name)?$|^(by|e?mails?|recipient|addresses?|phones?|record_kind|contact_name)$/;

it('every table that names a driver or an account is exported, or says why it is not', async () => {
  const missing = (await listColumns()).filter(({ table, column, to }) => {
    if (to === 'drivers') return !(table in DRIVER_TABLES);
    if (to === 'users') return !(table in USER_TABLES);
    if (!OF_SOMEBODY.test(column)) return false;
    return !(table in DRIVER_TABLES) && !(table in USER_TABLES) && !(`${table}.${column}` in NOT_PERSONAL);
  });
  expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
});

it('every exported table has a name in words', async () => {
  for (const tables of [DRIVER_TABLES, USER_TABLES]) {
    const exported = await listExportedTables(test.database, tables);
    expect(exported.map(({ name }) => name).filter((name) => !(name in TABLE_NAMES))).toEqual([]);
  }
});

it('the reasons name columns that exist', async () => {
  const columns = new Set((await listColumns()).map(({ table, column }) => `${table}.${column}`));
  expect(Object.keys(NOT_PERSONAL).filter((name) => !columns.has(name))).toEqual([]);
});

it('no column with a secret is exported', async () => {
  for (const tables of [DRIVER_TABLES, USER_TABLES]) {
    const exported = await listExportedTables(test.database, tables);
    const columns = exported.flatMap(({ name, columns: all }) => all.map((column) => `${name}.${column}`));
    // The list of tokens is exported, without the tokens.
    const found = columns.filter((name) => /hash|secret|password|token|key|auth$|endpoint|p256dh/.test(name));
    expect(found.filter((name) => !/^api_tokens\.(id|user_id|name|read_only|\w+_at)$/.test(name))).toEqual([]);
  }
  expect(isExported('value', 'bytea')).toBe(false);
});

it.each([
  ['driver', DRIVER_TABLES, DRIVER],
  ['user', USER_TABLES, USER],
] as const)('the statements of every table of a %s are valid', async (_name, tables, person) => {
  await inTransaction(test.database, async (db) => {
    const values = [999_999, [1], MENU_KEYS] as const;
    for (const table of await listExportedTables(db, tables)) {
      for await (const rows of readPersonalRows(db, tables, person, values, table)) expect(rows).toEqual([]);
    }
    await erasePersonalData(db, tables, person, values);
  });
});
