import { MAX_SLOW_OPERATIONS, type ServerStatus } from '@milepost/contract/server-status';
import type { Peer } from '../bus/peers.ts';
import type { HttpServices } from '../http/services.ts';
import type { Queryable } from '../store/database.ts';
import { countRecomputed } from '../store/facts/older-facts.ts';
import { onlyRow } from '../store/rows.ts';
import { listFailedMails, listFailedWebhooks } from '../store/status/failed-sends.ts';
import { countMails, countQueues, listFailedJobs } from '../store/status/job-queues.ts';
import { readOldestUnpackedDay, readStoredBytes, type StoredBytes } from '../store/status/stored-bytes.ts';
import { VERSION } from '../version.ts';
import type { Backups } from '../roles/backup-role.ts';
import type { CertificateWatch } from './certificate-watch.ts';
import type { ClockJumps } from './clock-jumps.ts';
import { readBackups } from './read-backups.ts';
import { readIngest, readOwnership } from './read-processes.ts';

/** State of this process that is not in the database. */
export interface StatusSources {
  roles: readonly string[];
  databaseKind: 'embedded' | 'external';
  /** The other processes, the oldest first. */
  peers: () => Promise<Peer[]>;
  clock: Pick<ClockJumps, 'newest'>;
  certificate: Pick<CertificateWatch, 'read'>;
  backups: Backups;
}

/** Sizes change slowly, and measuring them takes some time in a large database. */
const BYTES_FOR_MS = 30_000;
const measured = new WeakMap<object, { at: number; bytes: Promise<[StoredBytes, string | null]> }>();

/** How well the server works: everything that Administration › Server shows. */
export async function readStatus(services: HttpServices): Promise<ServerStatus> {
  const { database, status, disk, gateways, operationTimes, config } = services;
  const [
    space,
    [bytes, oldestUnpackedDay],
    ingest,
    recomputation,
    queues,
    failed,
    failedMails,
    failedWebhooks,
    mails,
    databaseAheadS,
    backups,
    ownership,
    contacts,
    copyBehindS,
  ] = await Promise.all([
    disk(),
    measureBytes(database),
    readIngest(services.asks),
    countRecomputed(database),
    countQueues(database),
    listFailedJobs(database),
    listFailedMails(database),
    listFailedWebhooks(database),
    countMails(database),
    readDatabaseAhead(database),
    readBackups(status.backups),
    readOwnership(database, { ...status, asks: services.asks }),
    gateways.contacts(),
    services.readCopy?.behindS() ?? null,
  ]);
  const { sizeBytes, version, parts, files, filesBytes } = bytes;
  const certificate = status.certificate.read();
  const jump = status.clock.newest();
  return {
    version: VERSION,
    node: process.versions.node,
    ...ownership,
    disk: space,
    database: {
      kind: status.databaseKind,
      version,
      sizeBytes,
      parts,
      filesBytes,
      files,
      copy: services.readCopy && { behindS: copyBehindS },
    },
    ingest: {
      ...(ingest ?? { positionsPerMinute: null, commitS: null, waiting: 0, connections: 0 }),
      unknownDevices: contacts.filter(({ deviceId }) => deviceId === null).length,
      oldestUnpackedDay,
    },
    backups,
    recomputation,
    queues,
    failedJobs: failed.rows,
    failedJobsTotal: failed.total,
    failedMails: failedMails.rows,
    failedMailsTotal: failedMails.total,
    failedWebhooks: failedWebhooks.rows,
    failedWebhooksTotal: failedWebhooks.total,
    mail: { configured: config.mailConfigured, ...mails },
    certificate: certificate && { ...certificate, validTo: certificate.validTo?.toISOString() ?? null },
    clock: { databaseAheadS, jump: jump && { byS: Math.round(jump.byMs / 1000), at: jump.at.toISOString() } },
    slowOperations: operationTimes.slowest(MAX_SLOW_OPERATIONS),
  };
}

/** Sizes by kind, and the oldest day in single rows, measured at most every half minute. */
export function measureBytes(database: HttpServices['database']): Promise<[StoredBytes, string | null]> {
  const known = measured.get(database);
  if (known && performance.now() - known.at < BYTES_FOR_MS) return known.bytes;
  const bytes = Promise.all([readStoredBytes(database), readOldestUnpackedDay(database)]);
  measured.set(database, { at: performance.now(), bytes });
  bytes.catch(() => measured.delete(database));
  return bytes;
}

/** By how much the database's clock is ahead of this machine's, in seconds; half the time of the query is tolerated. */
export async function readDatabaseAhead(db: Queryable): Promise<number> {
  const sentAt = Date.now();
  const result = await db.query<{ ms: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms');
  const { ms } = onlyRow(result);
  // The clock of this process has whole milliseconds, that of the database has fractions.
  const receivedAt = Date.now() + 1;
  if (ms >= sentAt && ms <= receivedAt) return 0;
  return (ms > receivedAt ? ms - receivedAt : ms - sentAt) / 1000;
}
