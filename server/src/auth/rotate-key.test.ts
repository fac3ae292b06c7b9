import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSecrets } from '../backup/backup-source.ts';
import { readConfig } from '../config.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ensureBasics } from './bootstrap.ts';
import { openSecrets } from './open-secrets.ts';
import { rotateKey, type RotationStep } from './rotate-key.ts';
import { renewRecoveryCodes, takeCode } from './second-factor.ts';

const logger = pino({ level: 'silent' });
let database: TestDatabase;
let dataDir: string;
const folders: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await ensureBasics(database.database, { adminPassword: 'pass-word' });
}, 60_000);
afterAll(async () => {
  await database.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

let recoveryCode: string;
beforeEach(async () => {
  await emptyTables(database.database, 'server_secrets', 'two_factor', 'webhooks', 'recovery_codes');
  dataDir = await mkdtemp(path.join(tmpdir(), 'rotate-'));
  folders.push(dataDir);
  const box = await openSecrets(database.database, { given: null, dataDir, reset: false, logger });
  await database.database.query('INSERT INTO two_factor (user_id, secret, confirmed_at) VALUES (1, $1, now())', [
    box.seal(Buffer.from('totp'), 'two-factor of user 1'),
  ]);
  await database.database.query(`INSERT INTO server_secrets (name, value) VALUES ('vapid', $1)`, [
    box.seal(Buffer.from('push'), 'vapid'),
  ]);
  [recoveryCode = ''] = await renewRecoveryCodes(database.database, box, 1);
});

const opened = () => openSecrets(database.database, { given: null, dataDir, reset: false, logger });
const keyFile = () => readFile(path.join(dataDir, 'secret.key'), 'utf8');
const rotate = (endRecoveryCodes = false) =>
  rotateKey(database.database, { given: null, dataDir, next: null, endRecoveryCodes });

const backedUpKey = async (secretKey: string | null) => {
  const source = { databaseUrl: database.url, dataDir, secretKey, backup: null, files: readConfig({}).files };
  return (await readSecrets(source, database.url)).secretKey;
};

/** Everything that was sealed is readable by the key that a start finds. */
async function expectReadable() {
  const box = await opened();
  const { rows } = await database.database.query<{ totp: Buffer; push: Buffer }>(
    `SELECT (SELECT secret FROM two_factor WHERE user_id = 1) AS totp,
       (SELECT value FROM server_secrets WHERE name = 'vapid') AS push`,
  );
  const [secrets] = rows;
  expect(box.open(secrets?.totp ?? Buffer.alloc(0), 'two-factor of user 1').toString()).toBe('totp');
  expect(box.open(secrets?.push ?? Buffer.alloc(0), 'vapid').toString()).toBe('push');
  return box;
}

test('encrypts every secret with a new key, and recovery codes still count, after a second rotation too', async () => {
  const before = await keyFile();
  // The check of the key, two-factor and push.
  expect(await rotate()).toEqual({ resealed: 3, unreadable: 0 });
  const between = await keyFile();
  expect(between).not.toBe(before);
  await expectReadable();
  await rotate();
  expect(await keyFile()).not.toBe(between);
  expect(await takeCode(database.database, await expectReadable(), 1, recoveryCode)).toBe(true);
  // The old key opens nothing any more.
  await expect(openSecrets(database.database, { given: before.trim(), dataDir, reset: false, logger })).rejects.toThrow(
    'SECRET_KEY is not the key',
  );
  await expect(backedUpKey(before.trim())).rejects.toThrow('SECRET_KEY is not the key');
});

test('ends recovery codes on request', async () => {
  await rotate(true);
  expect(await takeCode(database.database, await expectReadable(), 1, recoveryCode)).toBe(false);
});

test('counts what the old key could not open either, and leaves it', async () => {
  await database.database.query(`UPDATE two_factor SET secret = 'of another key'`);
  expect(await rotate()).toEqual({ resealed: 2, unreadable: 1 });
});

test.each(['key-written', 'resealed', 'committed', 'adopted'] satisfies RotationStep[])(
  'killed after "%s", the next start has a key that opens everything',
  async (step) => {
    const before = await keyFile();
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      import { Pool } from 'pg';
      import { rotateKey } from ${JSON.stringify(path.join(import.meta.dirname, 'rotate-key.ts'))};
      await rotateKey(new Pool({ connectionString: ${JSON.stringify(database.url)} }), {
        given: null, dataDir: ${JSON.stringify(dataDir)}, next: null, endRecoveryCodes: false,
        onStep: (step) => { if (step === '${step}') process.kill(process.pid, 'SIGKILL'); },
      });`,
      ],
      { cwd: import.meta.dirname, stdio: 'ignore' },
    );
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    // A backup before the next start has the same key.
    const stored = await backedUpKey(null);
    await expectReadable();
    expect(`${stored}\n`).toBe(await keyFile());
    const isNew = step === 'committed' || step === 'adopted';
    expect((await keyFile()) !== before).toBe(isNew);
    // It can be done again.
    expect(await rotate()).toMatchObject({ unreadable: 0 });
    await expectReadable();
  },
);

test('every kind of sealed secret is rotated: a new one must be added to `listSealed`', () => {
  const sealing = globSync('**/*.ts', { cwd: path.join(import.meta.dirname, '..') }).filter(
    (file) =>
      !file.includes('.test.') && /\bseal\(/.test(readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')),
  );
  expect(sealing.toSorted()).toEqual([
    'auth/browser-mark.ts', // In a cookie: the browser counts as new after a rotation.
    'auth/rotate-key.ts',
    'auth/second-factor.ts',
    'auth/secret-box.ts',
    'backup/backup-store.ts', // In backups, with BACKUP_KEY.
    'notify/webhook-secret.ts',
    'store/push/vapid-secret.ts',
    'store/server-secrets.ts',
  ]);
});
