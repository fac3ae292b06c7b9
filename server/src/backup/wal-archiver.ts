import { open, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { reasonOf, sentenceOf } from '../fault.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { backUpFile, listBackedUpFiles, usedHashes } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';
import { ZSTD_LEVEL } from './part-writer.ts';
import { type LogEnd, logEndName, OtherServerWrites, readLogEnd, refuseOther } from './wal-log.ts';
import { lsnBytes, parseSegment, SEGMENT_BYTES, segmentName, walFolder } from './wal-names.ts';
import { DatabaseClient } from '../database/client.ts';

const compress = promisify(zstdCompress);
/** With a checksum: PostgreSQL would take a damaged record for the end of the log. */
const COMPRESSION = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };

/** PostgreSQL keeps the log that is not in the target yet, up to `max_slot_wal_keep_size`. */
const SLOT = 'milepost_backup';
/** Segments that are full are stored at this interval, a begun one at the interval of the settings. */
const TICK_MS = 5000;
const RETRY_MS = 10_000;
/** A file is looked for again for this long after it was added: its transaction may have ended later. */
const FILES_OVERLAP_MS = 600_000;

export interface WalArchiver {
  /** `waitsSince` while another server may still write to the target. */
  progress(): { at: Date | null; fault: string | null; waitsSince: Date | null };
  stop(): Promise<void>;
}

interface ArchiverOptions {
  url: string;
  /** The folder of the embedded cluster, whose log is read where PostgreSQL writes it. */
  cluster: string;
  openStore: () => Promise<BackupStore>;
  blobs: BlobStore;
  /** The identity of this data directory. */
  instance: string;
  intervalMs: number;
  /** After a fault, such as a target that is away; default 10 s. */
  retryMs?: number;
  /** Another server that wrote its log within this time is running; default 5 min. */
  otherActiveMs?: number;
  logger: Logger;
  /** Called when changes are missing in the log, so that only a new backup makes later moments restorable. */
  onGap: () => void;
}

/**
 * Keeps the write-ahead log and new files of a running cluster in the backup target: full segments as they fill, and
 * the begun one each interval, which replaces its object. Never fails: a target that is away is tried again, and the
 * log waits in a replication slot of bounded size.
 */
export function startWalArchiver(options: ArchiverOptions): WalArchiver {
  const { logger } = options;
  const stopping = new AbortController();
  let at: Date | null = null;
  let fault: string | null = null;
  let waitsSince: Date | null = null;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await archive({
          ...options,
          signal: stopping.signal,
          onStored: (moment) => {
            at = moment;
            if (fault !== null) logger.info('The log of changes is in the backup target again');
            fault = null;
            waitsSince = null;
          },
        });
      } catch (error) {
        if (stopping.signal.aborted) return;
        const reason = sentenceOf(reasonOf(error));
        if (error instanceof OtherServerWrites) {
          if (waitsSince === null) logger.warn({ reason }, 'The log of changes waits for another server');
          waitsSince ??= new Date();
        } else if (reason !== fault)
          logger.error({ reason }, 'The log of changes cannot be stored in the backup target');
        fault = reason;
        await delay(options.retryMs ?? RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  })();
  return {
    progress: () => ({ at, fault, waitsSince }),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Drops the slot when backups are no longer configured: it would retain log for nobody. */
export async function dropWalSlot(url: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
      [SLOT],
    );
  } finally {
    await client.end().catch(() => {});
  }
}

interface Position {
  timeline: number;
  /** Where the first segment begins that will be stored. */
  position: bigint;
  slotExisted: boolean;
}

/** What is known of the log so far, when a server goes on with it; incomplete when changes may be missing before it. */
function continueLog(
  stored: LogEnd | null,
  { timeline, position, slotExisted }: Position,
): Pick<LogEnd, 'gaps' | 'ended'> & { isIncomplete: boolean } {
  // With a slot there was a target: another one, or one that was emptied.
  if (stored === null) return { gaps: [], ended: [], isIncomplete: slotExisted };
  const { gaps, ended } = stored;
  if (stored.timeline !== timeline) {
    const { timeline: former, lsn, at } = stored;
    const others = [{ timeline: former, lsn, at }, ...ended].filter((one) => one.timeline !== timeline);
    // A restored server stores from its first checkpoint on at the earliest.
    return { gaps, ended: others, isIncomplete: true };
  }
  if (lsnBytes(stored.lsn) >= position) return { gaps, ended, isIncomplete: false };
  return { gaps: [...gaps, { timeline, from: stored.lsn, to: lsnText(position) }], ended, isIncomplete: true };
}

interface Flushed {
  /** Everything committed before this moment is before `lsn`. */
  at: Date;
  lsn: string;
  timeline: number;
}

async function archive(
  options: ArchiverOptions & { signal: AbortSignal; onStored: (moment: Date) => void },
): Promise<void> {
  const { url, openStore, instance, intervalMs, signal, onStored, onGap, logger } = options;
  const store = await openStore();
  const client = new DatabaseClient({ connectionString: url, application_name: 'milepost-wal' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'SELECT system_identifier::text AS id FROM pg_control_system()',
    );
    const systemId = rows[0]?.id ?? '';
    // First of all: PostgreSQL retains the log while this server waits for another one, or for the target.
    const slot = await openSlot(client);
    let stored = await readLogEnd(store, systemId);
    refuseOther(store, stored, options);
    let position = segmentStart(slot.position);
    const { timeline } = await readFlushed(client);
    const continued = continueLog(stored, { timeline, position, slotExisted: slot.existed });
    if (continued.isIncomplete) {
      logger.warn('Changes are missing in the log beside the backups; a new backup is needed');
      onGap();
    }
    await storeHistory(store, systemId, options.cluster);
    const files = newFiles(client, store, options);
    let storedAt = -Infinity;
    while (!signal.aborted) {
      const due = performance.now() - storedAt >= intervalMs;
      const flushed = await readFlushed(client);
      position = await storeSegments(
        { ...options, client, store, systemId },
        { position, flushed, begun: due && flushed.lsn !== stored?.lsn },
      );
      if (due) {
        await files.copy(flushed.at);
        const there = await readLogEnd(store, systemId);
        refuseOther(store, there, options);
        if (there?.lsn !== stored?.lsn || there?.instance !== stored?.instance)
          throw new StartError(`${store.name} has other content than before`);
        const { lsn, at } = flushed;
        const { gaps, ended } = continued;
        stored = { timeline, lsn, at, host: hostname(), instance, gaps, ended };
        await store.put(logEndName(systemId), Buffer.from(`${JSON.stringify(stored)}\n`));
        await client.query('SELECT pg_replication_slot_advance($1, $2)', [SLOT, flushed.lsn]);
        onStored(flushed.at);
        storedAt = performance.now();
      }
      await delay(Math.min(TICK_MS, intervalMs), undefined, { signal }).catch(() => {});
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** The position up to which the log is in the target, of which PostgreSQL retains everything after it. */
async function openSlot(client: Client): Promise<{ position: bigint; existed: boolean }> {
  const { rows } = await client.query<{ lsn: string | null; status: string | null }>(
    'SELECT restart_lsn::text AS lsn, wal_status AS status FROM pg_replication_slots WHERE slot_name = $1',
    [SLOT],
  );
  const [slot] = rows;
  if (slot?.lsn && slot.status !== 'lost') return { position: lsnBytes(slot.lsn), existed: true };
  if (slot) await client.query('SELECT pg_drop_replication_slot($1)', [SLOT]);
  const made = await client.query<{ lsn: string }>(
    'SELECT lsn::text FROM pg_create_physical_replication_slot($1, true)',
    [SLOT],
  );
  return { position: lsnBytes(made.rows[0]?.lsn ?? '0/0'), existed: slot !== undefined };
}

const segmentStart = (position: bigint): bigint => position - (position % BigInt(SEGMENT_BYTES));

async function readFlushed(client: Client): Promise<Flushed> {
  // The moment is that of the beginning of the statement, and so before the position is read.
  const { rows } = await client.query<Omit<Flushed, 'timeline'> & { segment: string }>(
    `SELECT statement_timestamp() AS at, lsn::text, pg_walfile_name(lsn) AS segment
     FROM pg_current_wal_flush_lsn() AS flushed(lsn)`,
  );
  const [flushed] = rows;
  if (!flushed) throw new Error('PostgreSQL gave no position of its log');
  const { at, lsn, segment } = flushed;
  return { at, lsn, timeline: parseSegment(segment)?.timeline ?? 0 };
}

interface SegmentSource extends ArchiverOptions {
  client: Client;
  store: BackupStore;
  systemId: string;
  signal: AbortSignal;
}

/** Stores what was written since a position. @returns the beginning of the first segment that is not full yet */
async function storeSegments(
  { client, store, systemId, cluster, signal }: SegmentSource,
  { position, flushed, begun }: { position: bigint; flushed: Flushed; begun: boolean },
): Promise<bigint> {
  const end = lsnBytes(flushed.lsn);
  const { timeline } = flushed;
  let start = position;
  while (start < end && !signal.aborted) {
    const full = end - start >= BigInt(SEGMENT_BYTES);
    if (!full && !begun) break;
    const name = segmentName(timeline, start / BigInt(SEGMENT_BYTES));
    const bytes = await readSegment(path.join(cluster, 'pg_wal', name), full ? SEGMENT_BYTES : Number(end - start));
    await store.put(`${walFolder(systemId)}${name}`, await compress(bytes, { params: COMPRESSION }));
    if (!full) break;
    start += BigInt(SEGMENT_BYTES);
    await client.query('SELECT pg_replication_slot_advance($1, $2)', [SLOT, lsnText(start)]);
  }
  return start;
}

const lsnText = (position: bigint): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffff_ffffn).toString(16).toUpperCase()}`;

/** A segment whose bytes after `length` are zero: what follows in a recycled file is of an older segment. */
async function readSegment(file: string, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(SEGMENT_BYTES);
  const handle = await open(file, 'r');
  try {
    for (let at = 0; at < length;) {
      const { bytesRead } = await handle.read(bytes, at, length - at, at);
      if (bytesRead === 0) throw new Error(`${file} is shorter than its content`);
      at += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** The history files tell a recovery how the timelines of restored clusters follow each other. */
async function storeHistory(store: BackupStore, systemId: string, cluster: string): Promise<void> {
  for (const name of await readdir(path.join(cluster, 'pg_wal'))) {
    if (!/^[0-9A-F]{8}\.history$/.test(name)) continue;
    const object = `${walFolder(systemId)}${name}`;
    if ((await store.get(object)) !== null) continue;
    await store.put(
      object,
      await compress(await readFile(path.join(cluster, 'pg_wal', name)), { params: COMPRESSION }),
    );
  }
}

/** Copies the files that were added since the last time; the first time all that the target does not have. */
function newFiles(client: Client, store: BackupStore, { blobs }: ArchiverOptions) {
  let since: Date | null = null;
  let copied = new Set<string>();
  return {
    copy: async (now: Date) => {
      let hashes: string[];
      if (since === null) {
        const stored = await listBackedUpFiles(store);
        hashes = (await usedHashes(client)).filter((hash) => !stored.has(hash));
      } else {
        const { rows } = await client.query<{ hash: string }>(
          `SELECT encode(h, 'hex') AS hash FROM files, unnest(ARRAY[hash, thumb_hash]) AS h
           WHERE added_at > $1 AND h IS NOT NULL`,
          [new Date(since.getTime() - FILES_OVERLAP_MS)],
        );
        hashes = rows.map(({ hash }) => hash);
      }
      const seen = new Set<string>();
      for (const hash of hashes) {
        if (!copied.has(hash)) await backUpFile(store, blobs, hash);
        seen.add(hash);
      }
      copied = seen;
      since = now;
    },
  };
}
