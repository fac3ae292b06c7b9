import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { COMMANDS } from './commands.ts';
import { runCommand } from './run-command.ts';

/** The words of each command that opens the database; `{}` stands for a new folder, `url` for the database. */
const USES: Readonly<Record<string, readonly string[]>> = {
  backup: [],
  dump: ['{}/dump'],
  export: ['--from', '2026-01-01', '--to', '2026-01-02', '--into', '{}'],
  'facts compare': [],
  'facts recompute': ['--from', '2026-01-01'],
  'key rotate': [],
  'restore-day': ['--device', '1', '--day', '2026-01-01', '--from', 'url'],
  'retention dry-run': [],
  'user create': ['bob', '--role', 'Administrator'],
  'user reset-password': ['admin'],
  doctor: [],
};
/** They read no table, or only those of a database that they make themselves. */
const OTHERS = ['cluster status', 'config check', 'load', 'restore', 'support-bundle', 'verify', 'version'];

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(command: string): Promise<{ code: number; output: string }> {
  const environment = { DATABASE_URL: test.url, DATA_DIR: folder, BACKUP_URL: pathToFileURL(folder).href };
  let output = '';
  const take = (text: string) => (output += text);
  const words = (USES[command] ?? []).map((word) => word.replace('{}', folder).replace(/^url$/, test.url));
  const code = await runCommand([...command.split(' '), ...words], {
    config: () => readConfig(environment),
    environment,
    logger: pino({ level: 'silent' }),
    input: () => Promise.resolve(''),
    out: take,
    error: take,
    signal: new AbortController().signal,
  });
  return { code, output };
}

it('lists every command', () => {
  expect([...Object.keys(USES), ...OTHERS].toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

it('refuses a database that a newer version changed, in words, and an older one where it matters', async () => {
  await test.database.query("INSERT INTO migrations (name) VALUES ('999_future.sql')");
  for (const command of Object.keys(USES)) {
    const refused = {
      code: 1,
      output: expect.stringContaining('newer version of Milepost changed the database (999_future.sql)'),
    };
    expect({ command, ...(await run(command)) }).toMatchObject({ command, ...refused });
  }
  // The failure, for administration, and the mark of the target.
  expect((await readdir(folder)).toSorted()).toEqual(['backup-state.json', 'milepost-backup.json']);
  await test.database.query("DELETE FROM migrations WHERE name LIKE '29%' OR name LIKE '999%'");
  for (const command of ['export', 'facts compare', 'key rotate', 'restore-day', 'retention dry-run', 'user create'])
    expect({ command, ...(await run(command)) }).toMatchObject({
      code: 1,
      output: expect.stringContaining('of an older version'),
    });
});
