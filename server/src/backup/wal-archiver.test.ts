import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded.ts';
import { createFileStore } from '../files/file-store.ts';
import { chooseTestDataDir } from '../testing/run-database.ts';
import { openBackupStore } from './backup-store.ts';
import { makeBackup } from './make-backup.ts';
import { folderTarget } from './folder-target.ts';
import { restoreBackup } from './restore-backup.ts';
import { startWalArchiver, type WalArchiver } from './wal-archiver.ts';

/** The log of changes on real clusters: lost slots, targets that are away or older, and timelines of restored servers. */

const logger = pino({ level: 'silent' });
const FILES = { s3: null, maxBytes: 1e8, quotaBytes: 1e9 };
let root: string;
const running: { stop(): Promise<unknown> }[] = [];
let restores = 0;

beforeAll(async () => {
  root = await mkdtemp(path.join(await chooseTestDataDir(), 'milepost-test-'));
  await mkdir(inRoot('target'));
});
afterAll(async () => {
  for (const one of running.toReversed()) await one.stop();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

const inRoot = (name: string) => path.join(root, name);
const openStore = () => openBackupStore(folderTarget(inRoot('target')), null, 'write');

interface TestServer {
  name: string;
  postgres: EmbeddedPostgres;
  gaps: number;
  archiver: WalArchiver | null;
}

async function start(name: string): Promise<TestServer> {
  const postgres = await startEmbeddedPostgres({
    dataDir: inRoot(name),
    logger,
    settings: ['fsync=off', 'max_slot_wal_keep_size=32MB'],
  });
  running.push(postgres);
  return { name, postgres, gaps: 0, archiver: null };
}

/** @param otherActiveMs 0 stands for a server that waited until the log of the other one was old */
function archive(server: TestServer, otherActiveMs?: number): void {
  server.archiver = startWalArchiver({
    url: server.postgres.url,
    cluster: inRoot(`${server.name}/postgres`),
    openStore,
    blobs: createFileStore(inRoot(server.name), FILES).blobs,
    instance: server.name,
    intervalMs: 50,
    retryMs: 50,
    ...(otherActiveMs !== undefined && { otherActiveMs }),
    logger,
    onGap: () => (server.gaps += 1),
  });
  running.push(server.archiver);
}

async function query<Row extends Record<string, unknown>>({ postgres }: TestServer, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const insert = (server: TestServer, value: number) => query(server, `INSERT INTO numbers VALUES (${value})`);

/** A moment after everything that was committed, once the log in the target reaches beyond it. */
async function logged(server: TestServer): Promise<Date> {
  const [row] = await query<{ at: Date }>(server, 'SELECT clock_timestamp() AS at');
  const at = new Date((row?.at ?? new Date()).getTime() + 1);
  await expect.poll(() => (server.archiver?.progress().at ?? at) > at, { timeout: 10_000 }).toBe(true);
  return at;
}

/** Log that no slot retains is removed or reused. */
async function recycle(server: TestServer): Promise<void> {
  await query(server, 'SELECT pg_switch_wal()');
  await query(server, 'CHECKPOINT');
}

const backUp = async (server: TestServer) =>
  makeBackup({
    url: server.postgres.url,
    embedded: true,
    instance: server.name,
    store: await openStore(),
    blobs: createFileStore(inRoot(server.name), FILES).blobs,
    secrets: {
      secretKey: '0'.repeat(64),
      postgresPassword: (await readFile(inRoot(`${server.name}/postgres-password`), 'utf8')).trim(),
    },
    logger,
    signal: new AbortController().signal,
  });

async function restore(to: Date | null, options: { timeline?: number; name?: string } = {}): Promise<string> {
  const name = options.name ?? `restored-${(restores += 1)}`;
  await restoreBackup({
    store: await openStore(),
    dataDir: inRoot(name),
    files: createFileStore(inRoot(name), FILES),
    to,
    timeline: options.timeline,
    report: () => {},
    signal: new AbortController().signal,
  });
  return name;
}

/** The numbers of the state of a moment. */
async function numbersAt(to: Date | null, timeline?: number): Promise<number[]> {
  const server = await start(await restore(to, timeline === undefined ? {} : { timeline }));
  const rows = await query<{ n: number }>(server, 'SELECT n FROM numbers ORDER BY 1');
  await server.postgres.stop();
  await rm(inRoot(server.name), { recursive: true, maxRetries: 5 });
  return rows.map(({ n }) => n);
}

it(
  'restores moments of both timelines of a restored server, and none that lost log would falsify',
  { timeout: 120_000 },
  async () => {
    const former = await start('former');
    await query(former, 'CREATE TABLE numbers (n int)');
    await query(former, 'CREATE TABLE migrations (name text)');
    await query(former, 'CREATE TABLE files (hash bytea, thumb_hash bytea, added_at timestamptz)');
    archive(former);
    await insert(former, 1);
    await backUp(former);
    await insert(former, 2);
    const before = await logged(former);
    await insert(former, 3);
    const abandoned = await logged(former);
    await former.archiver?.stop();

    const restored = await start(await restore(before, { name: 'next' }));
    // It waits for the former one before it writes to the target.
    archive(restored);
    await expect
      .poll(() => restored.archiver?.progress().fault)
      .toMatch(/^the server on .* keeps the log of the same database/);
    await restored.archiver?.stop();
    await insert(restored, 4);
    await recycle(restored);
    archive(restored, 0);
    await insert(restored, 5);
    const after = await logged(restored);
    expect(restored.gaps).toBe(1);
    expect(await numbersAt(after)).toEqual([1, 2, 4, 5]);
    await backUp(restored);
    await insert(restored, 6);
    const end = await logged(restored);
    expect(await numbersAt(before)).toEqual([1, 2]);
    expect(await numbersAt(abandoned, 1)).toEqual([1, 2, 3]);
    await expect(numbersAt(end, 1)).rejects.toThrow(/The log of changes of timeline 1 ends at/);

    // The former server runs again: it neither adds to the log nor makes backups.
    await insert(former, 7);
    archive(former);
    await expect.poll(() => former.archiver?.progress().fault).toMatch(/keeps the log of the same database/);
    await expect(backUp(former)).rejects.toThrow(/keeps the log of the same database/);
    await former.archiver?.stop();
    await former.postgres.stop();

    // A slot that was dropped: the moments after it need a new backup, and are refused until then.
    await restored.archiver?.stop();
    await query(restored, "SELECT pg_drop_replication_slot('milepost_backup')");
    await insert(restored, 8);
    await recycle(restored);
    archive(restored);
    await expect.poll(() => restored.gaps, { timeout: 10_000 }).toBe(2);
    await insert(restored, 9);
    const beyond = await logged(restored);
    await expect(numbersAt(beyond)).rejects.toThrow(/has a gap/);
    await backUp(restored);
    await logged(restored);

    // The target is away for longer than PostgreSQL retains the log, and later comes back with what it had before.
    await cp(inRoot('target'), inRoot('older'), { recursive: true, preserveTimestamps: true });
    await rename(inRoot('target'), inRoot('away'));
    await expect.poll(() => restored.archiver?.progress().fault).toMatch(/does not exist/);
    for (let segment = 0; segment < 4; segment++) {
      await query(restored, "SELECT pg_switch_wal() FROM pg_logical_emit_message(true, 'a', 'b')");
    }
    await query(restored, 'CHECKPOINT');
    expect(await query(restored, 'SELECT wal_status AS status FROM pg_replication_slots')).toEqual([
      { status: 'lost' },
    ]);
    await rename(inRoot('away'), inRoot('target'));
    await expect.poll(() => restored.gaps, { timeout: 10_000 }).toBe(3);
    await insert(restored, 10);
    await recycle(restored);
    await logged(restored);
    await rm(inRoot('target'), { recursive: true });
    await rename(inRoot('older'), inRoot('target'));
    await expect.poll(() => restored.gaps, { timeout: 10_000 }).toBe(4);
    await backUp(restored);
    expect(await numbersAt(await logged(restored))).toEqual([1, 2, 4, 5, 6, 8, 9, 10]);
  },
);
