import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { readConfig } from '../../config.ts';
import { addTracked, insertTrip } from '../../testing/insert-facts.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { runCommand } from '../run-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await ensureBasics(database.database, {});
}, 60_000);
afterAll(() => database.close());

async function compare(...words: string[]) {
  const environment = { DATABASE_URL: database.url };
  let out = '';
  const code = await runCommand(['facts', 'compare', ...words], {
    config: () => readConfig(environment),
    environment,
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (out += text),
    signal: new AbortController().signal,
  });
  return { code, out };
}

test('names the vehicle with a trip that no position explains, and changes nothing', async () => {
  const db = database.database;
  const right = await addTracked(db, { registration: 'SBL 1' });
  const wrong = await addTracked(db, { registration: 'SBL 2' });
  await insertTrip(db, wrong, { start: '2026-02-01T08:00:00Z', end: '2026-02-01T09:00:00Z', distanceM: 50_000 });
  expect(await compare('--vehicle', 'SBL 1')).toEqual({
    code: 0,
    out: 'Compared 0 facts of 1 installations: none differ.\n',
  });
  expect(right.vehicleId).not.toBe(wrong.vehicleId);
  for (let time = 0; time < 2; time++) {
    expect(await compare()).toEqual({
      code: 1,
      out: `SBL 2 (installation ${wrong.installationId}): trip: 0 missing, 1 surplus\nCompared 0 facts of 2 installations: 1 differ.\n`,
    });
  }
  expect(await compare('--vehicle', 'SBL 3')).toMatchObject({
    code: 2,
    out: expect.stringContaining('no vehicle "SBL 3"'),
  });
});
