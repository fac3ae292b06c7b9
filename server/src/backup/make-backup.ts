import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { EMBEDDED_MAJOR } from '../database/native.ts';
import { StartError } from '../errors.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { VERSION } from '../version.ts';
import { type Backup, backupId, entryName, listBackupIds, momentOfId, type Part, partsOf } from './backup-catalog.ts';
import { backUpFile, listBackedUpFiles, usedHashes } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';
import { takeBaseBackup } from './base-backup.ts';
import { boundsOf, countTables } from './count-tables.ts';
import { createPartWriter, partOf } from './part-writer.ts';
import { readLogEnd, refuseOther } from './wal-log.ts';
import { DatabaseClient } from '../database/client.ts';

const compress = promisify(zstdCompress);
/** Advisory lock of the database while a backup of it is made. */
const BACKUP_LOCK = 7_164_537;

interface BackupOptions {
  url: string;
  /** The embedded cluster is copied; of a database of the operator's own, only files and keys. */
  embedded: boolean;
  store: BackupStore;
  /** The identity of the data directory, among those that write to the target. */
  instance: string;
  blobs: BlobStore;
  /** The key of the secrets in the database, and the password of the embedded cluster. */
  secrets: { secretKey: string; postgresPassword: string | null };
  /** Hashes of files that a drill found damaged in the target, and that are stored again. */
  damagedFiles?: readonly string[] | undefined;
  logger: Logger;
  /** Called with the done part of the database, from 0 to 1, at each per cent. */
  progress?: ((part: number) => void) | undefined;
  signal: AbortSignal;
}

/**
 * Makes a full backup while everything runs.
 * @throws StartError when another one is being made, or the target is away or full
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { url, store, signal } = options;
  const client = new DatabaseClient({ connectionString: url, application_name: 'milepost-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [BACKUP_LOCK]);
    if (!rows[0]?.taken) throw new StartError('Another backup of this database is being made.');
    const startedAt = new Date();
    const id = await nextId(store, startedAt);
    const database = options.embedded ? await backUpCluster(client, id, options) : null;
    signal.throwIfAborted();
    const files = await backUpFiles(client, id, options);
    const secrets = await putJson(store, `${partsOf(id)}secrets.json`, options.secrets);
    const parts = [...(database ? [...database.parts, database.manifest] : []), files.list, secrets];
    const backup: Backup = {
      format: 1,
      id,
      startedAt,
      finishedAt: new Date(),
      version: VERSION,
      host: hostname(),
      database,
      files,
      secrets,
      storedBytes: parts.reduce((sum, { bytes }) => sum + bytes, files.bytes),
    };
    // Only now it counts as a backup.
    await store.put(entryName(id), Buffer.from(`${JSON.stringify(backup, null, 1)}\n`));
    return backup;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Backups are ordered by their ids, also when the clock was set back since the newest one. */
async function nextId(store: BackupStore, startedAt: Date): Promise<string> {
  const newest = (await listBackupIds(store)).at(-1);
  const id = backupId(startedAt);
  return newest === undefined || newest < id ? id : backupId(new Date(momentOfId(newest).getTime() + 1));
}

async function backUpCluster(
  client: Client,
  id: string,
  { url, store, instance, progress, signal }: BackupOptions,
): Promise<NonNullable<Backup['database']>> {
  const { rows } = await client.query<{
    systemId: string;
    migration: string | null;
    timeline: number;
    size: string;
  }>(
    `SELECT system_identifier::text AS "systemId", (SELECT max(name) FROM migrations) AS migration,
       timeline_id AS timeline, (SELECT sum(pg_database_size(oid)) FROM pg_database) AS size
     FROM pg_control_system(), pg_control_checkpoint()`,
  );
  const log = await readLogEnd(store, rows[0]?.systemId ?? '');
  // A server that was restored from these backups goes on: what the former one still stores is on a branch of its own.
  if (log && log.timeline > (rows[0]?.timeline ?? 0)) refuseOther(store, log, { instance });
  const before = await countTables(url);
  const writer = createPartWriter(store, `${partsOf(id)}tar-`);
  const size = Number(rows[0]?.size ?? 0);
  let bytes = 0;
  let percent = 0;
  try {
    const copy = await takeBaseBackup({
      url,
      signal,
      write: (piece) => {
        bytes += piece.length;
        const now = size > 0 ? Math.min(99, Math.floor((bytes / size) * 100)) : 0;
        if (now > percent) progress?.((percent = now) / 100);
        return writer.write(piece);
      },
    });
    const parts = await writer.finish();
    const manifest = await putPart(store, `${partsOf(id)}manifest`, await compress(copy.manifest));
    const counts = boundsOf(before, await countTables(url));
    const { startLsn, endLsn, timeline } = copy;
    const { systemId = '', migration = null } = rows[0] ?? {};
    return { systemId, major: EMBEDDED_MAJOR, timeline, startLsn, endLsn, bytes, parts, manifest, migration, counts };
  } catch (fault) {
    writer.abort();
    throw fault;
  }
}

/** Files never change, so those that are in the target stay as they are, unless a drill found them damaged. */
async function backUpFiles(
  client: Client,
  id: string,
  { store, blobs, damagedFiles, logger, signal }: BackupOptions,
): Promise<Backup['files']> {
  const stored = await listBackedUpFiles(store);
  const damaged = new Set(damagedFiles);
  const hashes: string[] = [];
  let bytes = 0;
  let missing = 0;
  for (const hash of await usedHashes(client)) {
    signal.throwIfAborted();
    const there = stored.get(hash);
    const size =
      there && !damaged.has(hash) ? there.bytes : await backUpFile(store, blobs, hash, { damaged: there?.pieces });
    if (size === null) {
      missing += 1;
      logger.warn({ hash }, 'A file is missing or damaged in the file store and is not in the backup');
      continue;
    }
    hashes.push(hash);
    bytes += size;
  }
  if (missing > 0) logger.warn({ missing }, 'The backup lacks files that the file store does not have');
  const list = await putPart(store, `${partsOf(id)}files`, await compress(Buffer.from(JSON.stringify(hashes))));
  return { list, count: hashes.length, bytes };
}

async function putJson(store: BackupStore, name: string, value: unknown): Promise<Part> {
  return putPart(store, name, Buffer.from(JSON.stringify(value)));
}

async function putPart(store: BackupStore, name: string, bytes: Buffer): Promise<Part> {
  await store.put(name, bytes);
  return partOf(name, bytes);
}
