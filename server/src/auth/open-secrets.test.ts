import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { ensureBasics } from './bootstrap.ts';
import { openSecrets } from './open-secrets.ts';
import { newSecret, takeCode } from './second-factor.ts';

const logger = pino({ level: 'silent' });
const KEY = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);

let test: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  test = await testDatabase();
  await ensureBasics(test.database, { adminPassword: 'pass-word' });
  dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-key-'));
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => emptyTables(test.database, 'server_secrets', 'two_factor'));

const open = (given: string | null, reset = false) => openSecrets(test.database, { given, dataDir, reset, logger });

it('accepts the key with which the database was used, and refuses another with instructions', async () => {
  const box = await open(KEY);
  const sealed = box.seal(Buffer.from('x'), 'here');
  expect((await open(KEY)).open(sealed, 'here').toString()).toBe('x');
  await expect(open(OTHER)).rejects.toThrow(/^SECRET_KEY is not the key .* SECRET_KEY_RESET=true/);
});

it('refuses a data directory without the key, and creates no new one there', async () => {
  await open(KEY);
  await expect(open(null)).rejects.toThrow(/secret\.key is missing/);
  expect(await readdir(dataDir)).toEqual([]);
});

it('recognises another key in a database without a check, by its sealed data', async () => {
  const box = await open(KEY);
  const { rows } = await test.database.query<{ id: number }>('SELECT id FROM users LIMIT 1');
  await newSecret(test.database, box, rows[0]?.id ?? 0);
  await test.database.query('DELETE FROM server_secrets');
  await expect(open(OTHER)).rejects.toThrow(/is not the key/);
  await expect(open(KEY)).resolves.toBeDefined();
});

it('continues with another key on request; a code then fails with instructions, not with an internal error', async () => {
  const box = await open(KEY);
  const { rows } = await test.database.query<{ id: number }>('SELECT id FROM users LIMIT 1');
  const userId = rows[0]?.id ?? 0;
  await newSecret(test.database, box, userId);
  await test.database.query('UPDATE two_factor SET confirmed_at = now()');
  const other = await open(OTHER, true);
  await expect(open(OTHER)).resolves.toBeDefined();
  await expect(takeCode(test.database, other, userId, '123456')).rejects.toThrow(/Ask an administrator/);
});
