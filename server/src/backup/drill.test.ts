import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../cli/run-command.ts';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { claimFolder } from '../database/folder-owner.ts';
import { createFileStore } from '../files/file-store.ts';
import { storeFile } from '../files/store-file.ts';
import { readBackupState } from './backup-state.ts';
import { readBackupStatus } from './backup-status.ts';
import { parseJson } from './backup-store.ts';
import { openConfiguredStore } from './backup-source.ts';
import { LogEnd } from './wal-log.ts';
import { portSetting } from '../gateway/device-ports.ts';
import { deviceClient } from '../testing/device-client.ts';
import { chooseTestDataDir } from '../testing/run-database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

/**
 * The drill: devices report, a backup is made meanwhile, the data directory is lost, and another one is made from the
 * backup.
 */

const IMEI = '356307042441013';
const FREE_PORTS = { PORT: '0', ...Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0'])) };
const START = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
const logger = pino({ level: 'silent' });

let root: string;
let settings: Record<string, string>;
let server: ServerProcess;
/** The moment to which everything is restored, after the 60th report and the second file. */
let moment: Date;
let secretKey: string;

async function milepost(environment: Record<string, string>, ...words: string[]) {
  let out = '';
  let error = '';
  const code = await runCommand(words, {
    config: () => readConfig(environment),
    environment,
    logger,
    out: (line) => (out += line),
    error: (line) => (error += line),
    signal: new AbortController().signal,
  });
  return { code, out, error };
}

const restoreTo = (to: string) => milepost({ ...settings, DATA_DIR: inRoot('new') }, 'restore', '--to', to);

const inRoot = (name: string) => path.join(root, name);

const serials = (bytes: Buffer) =>
  new gt06.DeviceReader().push(bytes).flatMap((frame) => (frame.type === 0x22 ? [frame.serial] : []));

async function logEnd(): Promise<Date> {
  const store = await openConfiguredStore(readConfig(settings), 'read');
  for await (const { name } of store.list('wal/')) {
    if (name.endsWith('log.json')) return LogEnd.parse(parseJson((await store.get(name)) ?? Buffer.alloc(0))).at;
  }
  return new Date(0);
}

async function addFile(pool: Pool, dataDir: string, content: string): Promise<void> {
  const files = createFileStore(dataDir, { s3: null, maxBytes: 1e8, quotaBytes: 1e9 });
  const { rows } = await pool.query<{ organisationId: number; userId: number }>(
    'SELECT organisation_id AS "organisationId", id AS "userId" FROM users LIMIT 1',
  );
  const [sender] = rows;
  if (!sender) throw new Error('there is no user');
  await storeFile(pool, files, sender, 'note.txt', Readable.from([Buffer.from(content)]));
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString });
  // PostgreSQL may end a connection that is being closed.
  pool.on('error', () => {});
  return pool;
}

/** The PostgreSQL of a server that runs. */
async function poolOf(dataDir: string): Promise<Pool> {
  const port = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  const password = await readFile(path.join(dataDir, 'postgres-password'), 'utf8');
  return openPool(`postgres://milepost:${password}@127.0.0.1:${port}/postgres`);
}

beforeAll(async () => {
  root = await mkdtemp(path.join(await chooseTestDataDir(), 'milepost-test-'));
  settings = {
    ...FREE_PORTS,
    DATA_DIR: inRoot('data'),
    BACKUP_URL: pathToFileURL(inRoot('target')).href,
    BACKUP_KEY: '0123456789abcdef'.repeat(4),
    BACKUP_LOG_SECONDS: '1',
    ROLES: 'gateway,ingest',
    ADOPT_UNKNOWN: 'true',
  };
  await mkdir(inRoot('target'));
});

afterAll(async () => {
  server?.kill('SIGKILL');
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

it('makes a backup while devices report', async () => {
  server = startServerProcess(settings);
  await expect.poll(server.output, { timeout: 30_000 }).toContain('Milepost is running');
  const pool = await poolOf(inRoot('data'));
  await addFile(pool, inRoot('data'), 'before the backup');
  // As in a backup that somebody else has changed.
  for (const name of ['archive_command', 'recovery_end_command', 'archive_cleanup_command'])
    await pool.query(`ALTER SYSTEM SET ${name} = 'touch ${inRoot('command-ran')}'`);
  await pool.query('ALTER SYSTEM SET archive_mode = always');

  const device = await deviceClient(Number(/gt06 over tcp: port (\d+)/.exec(server.output())?.[1]));
  device.send(gt06.encodeLogin(IMEI, 0));
  const report = (serial: number) => {
    const time = new Date(START + serial * 1000);
    const fix = { time, lat: -34.9, lon: -56.2, speedKph: 1, courseDeg: 0, satellites: 9, valid: true };
    device.send(gt06.encodePosition(fix, serial));
  };
  const acknowledged = (serial: number) => expect.poll(() => serials(device.received())).toContain(serial);
  const backup = milepost(settings, 'backup');
  for (let serial = 1; serial <= 50; serial++) {
    report(serial);
    await acknowledged(serial);
  }
  expect(await backup).toMatchObject({ code: 0, error: '' });
  await addFile(pool, inRoot('data'), 'after the backup');
  for (let serial = 51; serial <= 60; serial++) report(serial);
  await acknowledged(60);
  moment = new Date(Date.now() + 50);
  await expect.poll(() => Date.now()).toBeGreaterThan(moment.getTime() + 50);
  for (let serial = 61; serial <= 70; serial++) report(serial);
  await acknowledged(70);
  await addFile(pool, inRoot('data'), 'after the moment');
  await pool.end();
  const lastCommit = Date.now();
  await expect.poll(logEnd).toSatisfy((at: Date) => at.getTime() > lastCommit);
  secretKey = await readFile(inRoot('data/secret.key'), 'utf8');
  // The data directory is lost.
  const postmaster = Number((await readFile(inRoot('data/postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  server.kill('SIGKILL');
  await server.exited;
  process.kill(postmaster, 'SIGKILL');
  device.close();
  await rm(inRoot('data'), { recursive: true, maxRetries: 5 });
}, 60_000);

it('restores everything that was acknowledged before a moment, and nothing of after it', async () => {
  const dataDir = inRoot('restored');
  const restored = await milepost({ ...settings, DATA_DIR: dataDir }, 'restore', '--to', moment.toISOString());
  expect(restored).toMatchObject({ code: 0, error: '' });
  expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe(secretKey);

  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  const pool = openPool(postgres.url);
  const { rows: commands } = await pool.query(`SELECT name FROM pg_settings WHERE setting LIKE '%command-ran%'`);
  expect(commands).toEqual([]);
  const { rows } = await pool.query<{ second: number }>(
    'SELECT ((extract(epoch FROM fix_time) * 1000 - $1) / 1000)::int AS second FROM positions ORDER BY 1',
    [START],
  );
  expect(rows.map(({ second }) => second)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  const files = createFileStore(dataDir, { s3: null, maxBytes: 1e8, quotaBytes: 1e9 });
  const hashes = await pool.query<{ hash: string }>("SELECT encode(hash, 'hex') AS hash FROM files ORDER BY id");
  const contents: string[] = [];
  for (const { hash } of hashes.rows) {
    const stream = await files.blobs.read(hash);
    contents.push(stream === null ? 'missing' : await text(stream));
  }
  expect(contents).toEqual(['before the backup', 'after the backup']);

  // A running server, or a folder with anything in it, is never written over.
  expect(await milepost({ ...settings, DATA_DIR: dataDir }, 'restore')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/is in use, by PostgreSQL with process id \d+/),
  });
  await pool.end();
  await postgres.stop();
  expect(await milepost({ ...settings, DATA_DIR: dataDir }, 'restore')).toMatchObject({
    code: 1,
    error: expect.stringContaining('is not empty: it has'),
  });
});

it('verifies the newest backup by restoring it, and keeps the result for administration', async () => {
  const dataDir = inRoot('drill');
  const drill = await milepost({ ...settings, DATA_DIR: dataDir }, 'verify');
  expect(drill).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringMatching(/Compared \d+ tables with [1-9]\d* rows/),
  });
  const status = await readBackupStatus(dataDir, inRoot('target'), null);
  const [, id] = /^Backup (\S+) of /.exec(drill.out) ?? [];
  expect(status).toMatchObject({ drill: { id, fault: null, restoredTo: await logEnd() } });
  expect(await readdir(dataDir)).toEqual(['backup-state.json']);

  // One that runs is left alone, and is no failure of the backup.
  const other = path.join(dataDir, 'verify-other');
  await mkdir(other);
  const { release } = await claimFolder(other);
  const second = {
    code: 1,
    error: expect.stringContaining(`A drill is running already (process ${process.pid}, since 20`),
  };
  expect(await milepost({ ...settings, DATA_DIR: dataDir }, 'verify')).toMatchObject(second);
  await release();
  expect(await readBackupStatus(dataDir, inRoot('target'), null)).toMatchObject({ drill: { id, fault: null } });
  await rm(other, { recursive: true });
});

it('raises no alarm of a shell that lacks BACKUP_URL', async () => {
  const lacking = { ...settings, BACKUP_URL: '', DATA_DIR: inRoot('drill') };
  const before = await readBackupState(inRoot('drill'));
  for (const command of ['backup', 'verify']) {
    expect(await milepost(lacking, command)).toMatchObject({ code: 1, error: expect.stringContaining('BACKUP_URL') });
  }
  expect(await readBackupState(inRoot('drill'))).toEqual(before);
});

it('refuses moments that are not there, with those that are', async () => {
  expect(await restoreTo('2020-01-01 00:00')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^The earliest moment that can be restored is 20/),
  });
  expect(await restoreTo('2100-01-01 00:00')).toMatchObject({
    code: 1,
    error: expect.stringContaining(`The log of changes ends at ${(await logEnd()).toISOString()}`),
  });
  expect(await restoreTo('yesterday')).toMatchObject({ code: 2 });
});

it('refuses another key, in words', async () => {
  const other = { ...settings, DATA_DIR: inRoot('new'), BACKUP_KEY: 'f'.repeat(64) };
  expect(await milepost(other, 'restore')).toMatchObject({
    code: 1,
    error: `BACKUP_KEY is not the key of the backups in ${inRoot('target')}.\n`,
  });
  expect(await milepost({ ...other, BACKUP_KEY: '' }, 'restore')).toMatchObject({
    error: `The backups in ${inRoot('target')} are encrypted: set BACKUP_KEY.\n`,
  });
});

it('names what is damaged in the backup, and leaves nothing behind', async () => {
  const target = inRoot('target');
  const names = await readdir(target, { recursive: true });
  const damage = async (pattern: RegExp) => {
    const name = names.toSorted().findLast((one) => pattern.test(one));
    if (name === undefined) throw new Error(`there is no ${String(pattern)}`);
    const file = path.join(target, name);
    const bytes = await readFile(file);
    const changed = Buffer.from(bytes);
    const at = Math.floor(bytes.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(file, changed);
    return { name, mend: () => writeFile(file, bytes) };
  };
  const hash = createHash('sha256').update('before the backup').digest('hex');
  await damage(new RegExp(`${hash}.*\\.end$`));
  // Log that no restore of the newest backup reads: PostgreSQL begins with segment 1.
  const folder = path.dirname(names.find((one) => /wal\/.*[0-9A-F]{24}$/.test(one)) ?? '');
  const older = `${folder}/000000010000000000000000`;
  await writeFile(path.join(target, older), 'damaged');
  for (const pattern of [/tar-0001$/, /wal\/.*[0-9A-F]{24}$/]) {
    const { name, mend } = await damage(pattern);
    const refused = await milepost({ ...settings, DATA_DIR: inRoot('new') }, 'restore');
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining(`${name} in ${target} is damaged.`) });
    expect(await readdir(inRoot('new'))).not.toContain('postgres');
    if (name.startsWith('wal/')) {
      expect(refused.error).toMatch(/when the copy was finished, can be restored by --backup \w+ --without-log/);
      const copy = { ...settings, DATA_DIR: inRoot('copy') };
      expect((await milepost(copy, 'restore', '--without-log')).out).toContain('The database, ');
    }
    expect(await milepost({ ...settings, DATA_DIR: inRoot('drill') }, 'verify')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        new RegExp(`Fault: ${older} in ${target} is damaged\\.[^]*Fault: ${name} in ${target} is damaged\\.`),
      ),
    });
    await mend();
  }
  expect(await readBackupState(inRoot('drill'))).toMatchObject({
    damagedFiles: [hash],
    drill: { fault: expect.stringContaining(`file ${hash} is damaged. wal/`) },
  });
  // Everything else is restored without a damaged file, and counted.
  const partly = await milepost({ ...settings, DATA_DIR: inRoot('partly') }, 'restore');
  expect(partly).toMatchObject({
    code: 1,
    out: expect.stringContaining('The database, 2 of 3 files and the secret key'),
  });
  expect(partly.out).toContain(`File ${hash} is missing or damaged`);
});
