import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { readConfig } from '../../config.ts';
import { takeServerLock } from '../../database/server-lock.ts';
import { FACTS_RULE } from '../../store/facts/older-facts.ts';
import { addTracked, insertDay } from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { runCommand } from '../run-command.ts';

let database: TestDatabase;
let ids: { northern: number; southern: number; below: number };
const query = async (sql: string, ...values: unknown[]) => (await database.database.query(sql, values)).rows;

beforeAll(async () => {
  database = await testDatabase();
  const db = database.database;
  await ensureBasics(db, {});
  const south = await addOrganisation(db, 'South');
  const below = await addOrganisation(db, 'Depot', south);
  await db.query(`UPDATE organisations SET time_zone = 'America/Montevideo' WHERE id = $1`, [south]);
  const add = async (registration: string, organisationId: number) => {
    const tracked = await addTracked(db, { registration, organisationId });
    for (const day of ['2026-02-01', '2026-02-02']) await insertDay(db, tracked, { day, distanceM: 1000 });
    return tracked.installationId;
  };
  ids = { northern: await add('SBL 1', 1), southern: await add('SBL 2', south), below: await add('SBL 3', below) };
  for (const id of Object.values(ids)) {
    await db.query(
      `INSERT INTO tracking_states (installation_id, time, hash, state, rule) VALUES ($1, now(), 0, '{}', $2)`,
      [id, FACTS_RULE],
    );
  }
  await db.query(
    `INSERT INTO tracking_checkpoints (installation_id, time, state) VALUES ($1, '2026-02-01T23:59:00Z', '{}')`,
    [ids.northern],
  );
  // Never reported, so that it has no facts.
  await addTracked(db, { registration: 'SBL 4' });
}, 60_000);
afterAll(() => database.close());

async function recompute(...words: string[]) {
  const environment = { DATABASE_URL: database.url };
  let out = '';
  const code = await runCommand(['facts', 'recompute', ...words], {
    config: () => readConfig(environment),
    environment,
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (out += text),
    signal: new AbortController().signal,
  });
  return { code, out };
}

const requests = () =>
  query('SELECT installation_id AS id, since::text AS since FROM recompute_requests ORDER BY installation_id');

test('says what it would take, at a pace, and requests nothing', async () => {
  await query('INSERT INTO recompute_choices (rule, paused, pace) VALUES ($1, true, $2)', FACTS_RULE, 'normal');
  const { code, out } = await recompute('--dry-run');
  expect({ code, out }).toEqual({
    code: 0,
    out: '3 vehicles, 60 positions from the first one on; how long that takes is known after the first vehicle at the pace normal.\n',
  });
  await query('UPDATE recompute_choices SET position_us = 50000');
  // 60 positions of 50 ms, and four times that as pauses.
  expect((await recompute('--dry-run', '--pace', 'gentle')).out).toContain('about 15 seconds at the pace gentle');
  // The newest stored state before the day is that of the evening before.
  expect((await recompute('--dry-run', '--vehicle', 'SBL 1', '--from', '2026-02-02')).out).toContain(
    '1 vehicle, 10 positions to read for the days from 2026-02-02 on',
  );
  expect(await requests()).toEqual([]);
});

test('requests chosen vehicles from the beginning of the day of their organisation, and says who recomputes them', async () => {
  expect(await recompute('--organisation', 'South', '--from', '2026-02-02')).toEqual({
    code: 0,
    out: expect.stringContaining('No server runs on this database; it recomputes them at its next start.\n'),
  });
  await query(`SET TIME ZONE 'UTC'`);
  expect(await requests()).toEqual([
    { id: ids.southern, since: '2026-02-02 03:00:00+00' },
    { id: ids.below, since: '2026-02-02 00:00:00+00' },
  ]);
  const { lock } = await takeServerLock(database.url);
  const { out } = await recompute('--vehicle', 'SBL 3', '--vehicle', 'SBL 1');
  expect(out).toMatch(/Requested\. Milepost \d+ on .+ recomputes them\.\nRecomputation is paused: resume it/);
  expect((await recompute('--vehicle', 'SBL 3', '--from', '2026-02-05', '--pace', 'fast')).out).not.toContain('paused');
  await lock?.release();
  expect(await query('SELECT paused, pace FROM recompute_choices')).toEqual([{ paused: false, pace: 'fast' }]);
  // A later day does not take the earlier one back.
  expect(await requests()).toEqual([
    { id: ids.northern, since: '-infinity' },
    { id: ids.southern, since: '2026-02-02 03:00:00+00' },
    { id: ids.below, since: '-infinity' },
  ]);
});

test('waits until the server has recomputed them, or says why it could not', async () => {
  const { lock } = await takeServerLock(database.url);
  try {
    const waiting = recompute('--vehicle', 'SBL 2', '--wait');
    await expect.poll(async () => (await requests())[1]?.since, { timeout: 10_000 }).toBe('-infinity');
    await query('DELETE FROM recompute_requests WHERE installation_id = $1', ids.southern);
    expect(await waiting).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 vehicle (100%)\n') });
    await query(
      `UPDATE installations SET facts_fault = jsonb_build_object('at', now() + interval '1 minute', 'cause', 'no room')
        WHERE id = $1`,
      ids.northern,
    );
    expect(await recompute('--vehicle', 'SBL 1', '--wait')).toMatchObject({
      code: 1,
      out: expect.stringContaining('SBL 1 could not be recomputed: no room\n'),
    });
  } finally {
    await lock?.release();
  }
});

test('refuses what is unknown, and a database of another version', async () => {
  for (const [words, message] of [
    [['--vehicle', 'SBL 9'], 'There is no vehicle "SBL 9".'],
    [['--vehicle', 'SBL 1', '--organisation', 'South'], 'There is no vehicle "SBL 1" there.'],
    [['--organisation', 'West'], 'There is no organisation "West".'],
    [['--from', '2026-02-30'], '--from: must be a day such as 2026-03-02.'],
    [['--from', '2999-01-01'], '--from: 2999-01-01 is in the future.'],
    [['--pace', 'hasty'], '--pace: one of gentle, normal, fast.'],
  ] as const) {
    expect(await recompute(...words)).toEqual({ code: 2, out: `${message}\n` });
  }
  expect((await recompute('--vehicle', 'SBL 4')).out).toContain('There is nothing to recompute');
  await query(`INSERT INTO migrations (name) VALUES ('999_future.sql')`);
  expect(await recompute()).toMatchObject({ code: 1, out: expect.stringContaining('A newer version of Milepost') });
  await query(`DELETE FROM migrations WHERE name IN (SELECT name FROM migrations ORDER BY name DESC LIMIT 2)`);
  expect(await recompute()).toMatchObject({ code: 1, out: expect.stringContaining('older version than this program') });
});
