import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { constants, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBucket, type Bucket } from '../testing/bucket.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { type Backup, backupId, chooseBackup, entryName, listBackups, partsOf } from './backup-catalog.ts';
import { backUpFile, listBackedUpFiles } from './backup-files.ts';
import { noteBackup, noteDrill, readBackupState } from './backup-state.ts';
import { type BackupStore, openBackupStore } from './backup-store.ts';
import { openBackupTarget, parseBackupUrl } from './backup-target.ts';
import { checkLog } from './check-log.ts';
import { partOf } from './part-writer.ts';
import { removeOldBackups } from './old-backups.ts';
import { backupsOfTimeline, logEndName, refuseOther } from './wal-log.ts';
import { SEGMENT_BYTES } from './wal-names.ts';

let folder: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

function targetAt(url: string) {
  const address = parseBackupUrl(url);
  if (!address) throw new Error(`${url} is no target`);
  return openBackupTarget(address);
}

/** A target of each kind, empty. */
async function targets() {
  const fresh = await mkdtemp(path.join(folder, 'target-'));
  return [targetAt(`file://${fresh}`), targetAt(`${bucket.url}/${path.basename(fresh)}?region=${bucket.region}`)];
}

const KEY = '0123456789abcdef'.repeat(4);

async function namesIn(store: Pick<BackupStore, 'list'>, prefix = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
}

it('stores, lists, reads and removes objects in a folder and in a bucket', async () => {
  for (const target of await targets()) {
    for (const name of ['wal/7/b', 'wal/7/a', 'base/1/c']) await target.put(name, Buffer.from(`content of ${name}`));
    await target.put('wal/7/a', Buffer.from('replaced'));
    expect(await namesIn(target, 'wal/')).toEqual(['wal/7/a', 'wal/7/b']);
    expect((await target.get('wal/7/a'))?.toString()).toBe('replaced');
    await target.remove('wal/7/a');
    expect(await target.get('wal/7/a')).toBeNull();
    expect(await namesIn(target)).toEqual(['base/1/c', 'wal/7/b']);
  }
});

it('reveals nothing of an encrypted object, and refuses it when it is changed, exchanged or read with another key', async () => {
  for (const target of await targets()) {
    const store = await openBackupStore(target, KEY, 'write');
    await store.put('base/1/one', Buffer.from('the password of the fleet'));
    await store.put('base/1/two', Buffer.from('another content'));
    const [one, two] = [await target.get('base/1/one'), await target.get('base/1/two')];
    expect(one?.includes('password')).toBe(false);
    expect((await store.get('base/1/one'))?.toString()).toBe('the password of the fleet');
    await target.put('base/1/one', two ?? Buffer.alloc(0));
    await expect(store.get('base/1/one')).rejects.toThrow(`base/1/one in ${target.name} is damaged.`);
    await target.put('base/1/one', (one ?? Buffer.alloc(0)).subarray(0, -1));
    await expect(store.get('base/1/one')).rejects.toThrow('base/1/one');
    await expect(openBackupStore(target, 'f'.repeat(64), 'read')).rejects.toThrow('BACKUP_KEY is not the key');
    await expect(openBackupStore(target, null, 'write')).rejects.toThrow('are encrypted: set BACKUP_KEY');
  }
});

it('replaces the pieces of a damaged file, also when there are fewer of them now', async () => {
  const content = Buffer.from('a photo of the odometer');
  const hash = createHash('sha256').update(content).digest('hex');
  const blobs: Pick<BlobStore, 'read'> = { read: async () => Readable.from([content]) };
  for (const target of await targets()) {
    const store = await openBackupStore(target, KEY, 'write');
    const folderOf = `files/${hash.slice(0, 2)}/${hash}`;
    for (const end of ['0001', '0002.end']) await target.put(`${folderOf}.${end}`, Buffer.from('damaged'));
    const pieces = (await listBackedUpFiles(store)).get(hash)?.pieces;
    expect(await backUpFile(store, blobs, hash, { damaged: pieces })).toBe(content.length);
    expect(await namesIn(store, 'files/')).toEqual([`${folderOf}.0001.end`]);
    expect(await store.get(`${folderOf}.0001.end`)).toEqual(content);
  }
});

it('notes damaged files for the next backup, until it has stored them', async () => {
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  const drill = { id: backupId(new Date()), at: new Date(), durationS: 1, fault: 'a', restoredTo: null };
  const damagedFiles = async () => (await readBackupState(dataDir)).damagedFiles;
  await noteDrill(dataDir, drill, ['aa']);
  expect(await damagedFiles()).toEqual(['aa']);
  // A drill that could not read the files does not know them.
  await noteDrill(dataDir, { ...drill, id: null }, null);
  expect(await damagedFiles()).toEqual(['aa']);
  const store = await openBackupStore(targetAt(`file://${dataDir}`), null, 'write');
  await putBackup(store, new Date(), 2);
  const [backup] = await listBackups(store);
  if (!backup) throw new Error('no backup');
  await noteBackup(dataDir, backup, 'target');
  expect(await damagedFiles()).toEqual([]);
});

it('names a target that is away', async () => {
  const away = path.join(folder, 'not-mounted');
  await expect(openBackupStore(targetAt(`file://${away}`), null, 'write')).rejects.toThrow(
    `The target ${away} does not exist. Mount its disk`,
  );
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(targetAt(`file://${file}`).put('a', Buffer.from('a'))).rejects.toThrow('is not a folder');
  const unreachable = targetAt('s3+http://KEY:SECRET@127.0.0.1:1/bucket');
  await expect(unreachable.get('a')).rejects.toThrow(/^The target http:\/\/127.0.0.1:1\/bucket cannot be reached: /);
});

it('needs an absolute folder, or a bucket with its key', () => {
  for (const url of ['/mnt/backups', 'file://host/folder', 's3://bucket', 'ftp://KEY:SECRET@host/bucket', 'backups']) {
    expect(parseBackupUrl(url)).toBeNull();
  }
});

it('reads all segments of the log, and names those that are not what was stored', async () => {
  const content = Buffer.alloc(SEGMENT_BYTES, 'a commit of the fleet');
  const stored = zstdCompressSync(content, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const changed = Buffer.from(stored);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  const segments = {
    '000000010000000000000001': stored,
    '000000010000000000000002': changed,
    '000000010000000000000003': zstdCompressSync(content),
    '000000020000000000000004': zstdCompressSync(content.subarray(1), {
      params: { [constants.ZSTD_c_checksumFlag]: 1 },
    }),
    '00000002.history': Buffer.from('none of them'),
  };
  for (const target of await targets()) {
    for (const [name, bytes] of Object.entries(segments)) await target.put(`wal/7/${name}`, bytes);
    const store = await openBackupStore(target, null, 'write');
    const done: number[] = [];
    const { signal } = new AbortController();
    expect(await checkLog(store, { signal, read: (part) => done.push(part) })).toEqual({
      segments: 1,
      faults: [2, 3]
        .map((segment) => `wal/7/00000001000000000000000${segment} in ${target.name} is damaged.`)
        .concat(`wal/7/000000020000000000000004 in ${target.name} is damaged.`),
    });
    expect(done).toEqual([0.25, 0.5, 0.75, 1]);
  }
});

const EMPTY_LIST = zstdCompressSync(Buffer.from('[]'));
const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-27T14:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

/** A backup that began in a segment of the log, with its objects. */
async function putBackup(store: BackupStore, at: Date, segment: number, systemId = '7'): Promise<string> {
  const id = backupId(at);
  const list = partOf(`${partsOf(id)}files`, EMPTY_LIST);
  await store.put(list.name, EMPTY_LIST);
  await store.put(`${partsOf(id)}tar-0001`, Buffer.from('a cluster'));
  const lsn = `0/${segment.toString(16).toUpperCase()}000028`;
  const backup: Backup = {
    format: 1,
    id,
    startedAt: at,
    finishedAt: at,
    version: '1.0.0',
    host: 'fleet-1',
    database: {
      systemId,
      major: '18',
      timeline: 1,
      startLsn: lsn,
      endLsn: lsn,
      bytes: 9,
      parts: [],
      manifest: list,
      migration: null,
      counts: [],
    },
    secrets: list,
    files: { list, count: 0, bytes: 0 },
    storedBytes: 9,
  };
  await store.put(entryName(id), Buffer.from(JSON.stringify(backup)));
  return id;
}

it('takes the newest backup while a restored server waits to continue the log, but not for a moment of the log', async () => {
  for (const target of await targets()) {
    const store = await openBackupStore(target, null, 'write');
    const former = await putBackup(store, daysAgo(2), 2);
    const restored = await putBackup(store, daysAgo(1), 3);
    const made = (await listBackups(store)).find(({ id }) => id === restored);
    const ahead = { ...made, database: { ...made?.database, timeline: 2 } };
    await store.put(entryName(restored), Buffer.from(JSON.stringify(ahead)));
    const end = { timeline: 1, lsn: '0/4000000', at: daysAgo(1), host: 'fleet-1', instance: 'former' };
    await store.put(logEndName('7'), Buffer.from(JSON.stringify(end)));
    const chosen = async (to: Date | null, timeline?: number) =>
      chooseBackup(await backupsOfTimeline(store, await listBackups(store), { to, timeline }), { to }).id;
    expect(await chosen(null)).toBe(restored);
    expect(await chosen(NOW)).toBe(former);
    expect(await chosen(null, 1)).toBe(former);
  }
});

it('says until when a server waits for the one that wrote the log before', async () => {
  const [target] = await targets();
  if (!target) throw new Error('no target');
  const store = await openBackupStore(target, null, 'write');
  const at = new Date(Date.now() - 60_000);
  const end = { timeline: 1, lsn: '0/4000000', at, host: 'fleet-1', instance: 'former', gaps: [], ended: [] };
  const until = new Date(at.getTime() + 300_000).toISOString();
  expect(() => refuseOther(store, end, { instance: 'restored' })).toThrow(`this server waits until ${until}`);
  expect(() => refuseOther(store, end, { instance: 'former' })).not.toThrow();
});

it('keeps what every moment of the last days needs, and removes the rest with its log', async () => {
  for (const target of await targets()) {
    const store = await openBackupStore(target, null, 'write');
    const ids: string[] = [];
    for (const [index, days] of [30, 20, 15, 13, 1].entries())
      ids.push(await putBackup(store, daysAgo(days), index + 2));
    const [thirty = '', twenty = '', fifteen = '', thirteen = '', one = ''] = ids;
    for (let segment = 1; segment <= 6; segment++) {
      await store.put(
        `wal/7/0000000100000000${segment.toString(16).toUpperCase().padStart(8, '0')}`,
        Buffer.from('log'),
      );
    }
    // The backup of 15 days ago is the base of the moments between it and the next one.
    expect(await removeOldBackups(store, 14, NOW)).toEqual([thirty, twenty]);
    expect((await listBackups(store)).map(({ id }) => id)).toEqual([fifteen, thirteen, one]);
    expect(await namesIn(store, partsOf(thirty))).toEqual([]);
    expect((await namesIn(store, 'wal/')).map((name) => name.slice(-1))).toEqual(['4', '5', '6']);
    // The newest stays, however old it is.
    expect(await removeOldBackups(store, 14, new Date(NOW.getTime() + 365 * DAY_MS))).toEqual([fifteen, thirteen]);
    expect((await listBackups(store)).map(({ id }) => id)).toEqual([one]);
  }
});

it('removes no backups of the last days when the clock jumps a year, and none when it is set back', async () => {
  const [target] = await targets();
  if (!target) throw new Error('no target');
  const store = await openBackupStore(target, null, 'write');
  const days = [20, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => daysAgo(day));
  const stored: string[] = [];
  for (const [index, at] of days.entries()) stored.push(await putBackup(store, at, index + 2));
  const nextYear = new Date(NOW.getTime() + 365 * DAY_MS);
  const ahead = await putBackup(store, nextYear, 30);
  // The year counts as two days: those of up to 13 days ago stay, with the one before them.
  const removed = stored.slice(0, 3);
  expect(await removeOldBackups(store, 14, nextYear)).toEqual(removed);
  expect(await removeOldBackups(store, 14, NOW)).toEqual([]);
  expect((await listBackups(store)).map(({ id }) => id)).toEqual([...stored.slice(3), ahead]);
});

it('keeps the base of a former cluster while its moments are kept', async () => {
  for (const target of await targets()) {
    const store = await openBackupStore(target, null, 'write');
    const twenty = await putBackup(store, daysAgo(20), 2, '6');
    const fifteen = await putBackup(store, daysAgo(15), 3, '6');
    // Cluster 6 ran until it was replaced by a restored one five days ago.
    const five = await putBackup(store, daysAgo(5), 2, '7');
    for (const segment of [2, 3, 4]) await store.put(`wal/6/00000001000000000000000${segment}`, Buffer.from('log'));
    expect(await removeOldBackups(store, 14, NOW)).toEqual([twenty]);
    expect((await listBackups(store)).map(({ id }) => id)).toEqual([fifteen, five]);
    expect((await namesIn(store, 'wal/6/')).map((name) => name.slice(-1))).toEqual(['3', '4']);
    expect(await removeOldBackups(store, 14, new Date(NOW.getTime() + 10 * DAY_MS))).toEqual([fifteen]);
    expect(await namesIn(store, 'wal/6/')).toEqual([]);
  }
});
