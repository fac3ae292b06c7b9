import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { runCommand } from '../cli/run-command.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { createFileStore } from '../files/file-store.ts';
import { storeFile } from '../files/store-file.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { backUpBeforeUpgrade } from './before-upgrade.ts';
import { readBackupState } from './backup-state.ts';

const logger = pino({ level: 'silent' });
let folder: string;
let test: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  test = await testDatabase();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const settings = (dataDir: string) => ({
  DATABASE_URL: test.url,
  DATA_DIR: path.join(folder, dataDir),
  SECRET_KEY: 'ab'.repeat(32),
  BACKUP_URL: `file://${folder}/target`,
});

async function milepost(environment: Record<string, string>, ...words: string[]) {
  let out = '';
  let error = '';
  const config = () => readConfig(environment);
  const signal = new AbortController().signal;
  const code = await runCommand(words, {
    config,
    environment,
    logger,
    out: (line) => (out += line),
    error: (line) => (error += line),
    signal,
  });
  return { code, out, error };
}

it('says which part of a backup is the operator’s, and backs up and restores files and key', async () => {
  const source = settings('data');
  expect(await milepost(source, 'backup')).toMatchObject({
    code: 1,
    error: `The target ${folder}/target does not exist. Mount its disk, or create the folder if it is a new one.\n`,
  });
  await mkdir(path.join(folder, 'target'));
  await ensureBasics(test.database, { timeZone: 'UTC' });
  const files = createFileStore(source.DATA_DIR, readConfig(source).files);
  const { rows } = await test.database.query<{ organisationId: number; userId: number }>(
    'SELECT organisation_id AS "organisationId", id AS "userId" FROM users',
  );
  const [sender = { organisationId: 0, userId: 0 }] = rows;
  await storeFile(test.database, files, sender, 'note.txt', Readable.from([Buffer.from('a note')]));
  const made = await milepost(source, 'backup');
  expect(made).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringMatching(/the database itself is yours to back up \(Barman, pgBackRest\)[^]* with 1 files/),
  });

  const restored = settings('restored');
  // The image has its compile cache in the new volume before the restore looks at that.
  await mkdir(path.join(restored.DATA_DIR, 'compiled'), { recursive: true });
  expect(await milepost(restored, 'restore')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Restore the database of DATABASE_URL by your own means'),
  });
  expect(await readFile(path.join(restored.DATA_DIR, 'secret.key'), 'utf8')).toBe(`${'ab'.repeat(32)}\n`);
  const stored = await test.database.query<{ hash: string }>("SELECT encode(hash, 'hex') AS hash FROM files");
  const hash = stored.rows[0]?.hash ?? '';
  expect(await readFile(path.join(restored.DATA_DIR, 'files', hash.slice(0, 2), hash), 'utf8')).toBe('a note');
  expect(await milepost(restored, 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('is good') });
});

it('makes a backup before it changes a database, or leaves that as it is', async () => {
  const { rows } = await test.database.query<{ name: string }>(
    'DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING name',
  );
  const source = settings('data');
  const upgrade = (backupUrl: string) => {
    const config = readConfig({ ...source, BACKUP_URL: backupUrl });
    const { databaseUrl, dataDir } = config;
    const beforeUpgrade = (url: string) => backUpBeforeUpgrade(url, config, logger);
    return openDatabase({ databaseUrl, dataDir, logger, beforeUpgrade });
  };
  await expect(upgrade(`file://${folder}/away`)).rejects.toThrow(
    /^The backup before the upgrade failed: The target .*away does not exist.* Nothing was changed/,
  );
  const names = await test.database.query('SELECT FROM migrations WHERE name = $1', [rows[0]?.name]);
  expect(names.rowCount).toBe(0);
  const before = await readBackupState(source.DATA_DIR);
  expect(before).toMatchObject({ failures: 1, failure: { reason: expect.stringContaining('away') } });
  // The migration was there already, so it fails or changes nothing; the backup was made before it.
  await upgrade(source.BACKUP_URL).then(
    (opened) => opened.close(),
    () => {},
  );
  expect((await readBackupState(source.DATA_DIR)).newest?.id).not.toBe(before.newest?.id);
});
