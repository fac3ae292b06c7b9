import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { everyWordIn, registrationOf, searchPatterns } from './every-word.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await testDatabase();
});
afterAll(() => fixture?.close());

async function finds(search: string): Promise<boolean> {
  const { rows } = await fixture.database.query<{ found: boolean }>(
    `SELECT ${everyWordIn('$1', registrationOf('v'), 'v.note', 'v.driver')} AS found
     FROM (SELECT 'SBA 1001' AS registration, NULL AS note, 'Ana 100%_Silva' AS driver) v`,
    [searchPatterns(search)],
  );
  return rows[0]?.found ?? false;
}

test.each(['', '   ', 'ana', 'SILVA sba', 'sba1001 ana', '1001  ana', '0%_s', 'sb a 10'])(
  '%j is found',
  async (search) => {
    expect(await finds(search)).toBe(true);
  },
);

test.each(['ana sbb', 'silva ana eva', '0%s', 'anasilva'])('%j is not found', async (search) => {
  expect(await finds(search)).toBe(false);
});
