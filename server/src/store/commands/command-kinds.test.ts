/** Without this test, a kind that a database constraint lacks would only fail when somebody sends it. */
import { REQUEST_KINDS, COMMAND_KINDS, RULE_KINDS } from '@milepost/contract/command-kinds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

test.each([
  ['device_commands', 'kind', COMMAND_KINDS],
  ['command_templates', 'kind', REQUEST_KINDS],
  ['alarm_rules', 'command_kind', RULE_KINDS],
])('the table %s accepts in %s each kind of the contract and no other', async (table, column, kinds) => {
  const { rows } = await database.database.query<{ says: string }>(
    `SELECT pg_get_constraintdef(c.oid) AS says FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attname = $2
     WHERE c.conrelid = $1::regclass AND c.contype = 'c' AND c.conkey = ARRAY[a.attnum]`,
    [table, column],
  );
  const taken = rows.flatMap(({ says }) => [...says.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind));
  expect(taken.toSorted()).toEqual([...kinds].toSorted());
});
