import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describeOwner, ownerLives, readOwner } from '../database/folder-mark.ts';
import { claimFolder } from '../database/folder-owner.ts';
import { StartError } from '../errors.ts';
import { reasonOf } from '../fault.ts';
import { type Backup, chooseBackup, listBackups } from './backup-catalog.ts';
import { opensSecrets } from './backup-source.ts';
import { listBackedUpFiles } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';
import { checkLog } from './check-log.ts';
import { compareCounts, countTables } from './count-tables.ts';
import { startRecovery } from './recovering-cluster.ts';
import { listedHashes, readBackupSecrets } from './restore-backup.ts';
import { requireRoom, unpackCluster } from './unpack-cluster.ts';
import { backupsOfTimeline, logAfter } from './wal-log.ts';
import { serveWal } from './wal-server.ts';

const SCRATCH = 'verify-';
/** Bytes of files whose content is read; of the others only the presence is checked. */
const READ_FILE_BYTES = 1e9;
/** Faults of a kind that are listed one by one. */
const LISTED_FAULTS = 10;
/** How far the drill is after each step, by the time that they usually take. */
const PARTS = { files: 0.1, log: 0.3, unpacked: 0.6, compared: 0.9 };
/** Beside the cluster itself: log that is being replayed, and temporary files. */
const ROOM_BYTES = 500e6;

interface VerifyOptions {
  store: BackupStore;
  /** The scratch folder is created in it, and removed afterwards. */
  dataDir: string;
  report: (line: string) => void;
  /** Called with the done part, from 0 to 1. */
  progress?: ((part: number) => void) | undefined;
  signal: AbortSignal;
}

interface Drill {
  backup: Backup;
  /** The differences from the description of the backup; empty when it is good. */
  faults: string[];
  /** Hashes of its files whose objects in the target have other bytes; null when it did not come as far. */
  damagedFiles: string[] | null;
  /** The moment to which the log was replayed; null without a log. */
  restoredTo: Date | null;
}

/**
 * The drill: checks files and the log of all backups, restores the newest backup into a scratch folder, compares it with
 * the description of the backup, replays the log to its end, and removes the folder.
 * @throws StartError when there is no backup, not enough room for the drill, or another one is running
 */
export async function verifyBackup(options: VerifyOptions): Promise<Drill> {
  const { store, dataDir, report, progress } = options;
  await mkdir(dataDir, { recursive: true });
  await removeScratch(dataDir);
  const backup = chooseBackup(await backupsOfTimeline(store, await listBackups(store), { to: null }), { to: null });
  report(`Backup ${backup.id} of ${backup.host} in ${store.name}`);
  if (backup.database) await requireRoom(dataDir, backup.database.bytes + ROOM_BYTES, 'A drill');
  const faults: string[] = [];
  let damagedFiles: string[] | null = null;
  let restoredTo: Date | null = null;
  const scratch = await mkdtemp(path.join(dataDir, SCRATCH));
  const claim = await claimFolder(scratch);
  try {
    const secrets = await readBackupSecrets(store, backup);
    const files = await checkFiles(options, backup);
    faults.push(...files.faults);
    damagedFiles = files.damaged;
    progress?.(PARTS.files);
    faults.push(...(await checkSegments(options)));
    progress?.(PARTS.log);
    if (backup.database) {
      const cluster = await prepare(options, backup.database, scratch);
      progress?.(PARTS.unpacked);
      faults.push(...(await compareCopy(options, backup.database, { cluster, ...secrets })));
      progress?.(PARTS.compared);
      restoredTo = await replayLog(options, backup.database, { cluster, ...secrets });
    }
  } catch (fault) {
    options.signal.throwIfAborted();
    faults.push(reasonOf(fault));
  } finally {
    await claim.release();
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
  // A damaged segment is found by the replay too.
  return { backup, faults: [...new Set(faults)], damagedFiles, restoredTo };
}

/** Another drill is running on the data directory. */
export class DrillRuns extends StartError {}

/** Drills that were killed leave their folders. @throws DrillRuns when one is running */
async function removeScratch(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(SCRATCH)) continue;
    const folder = path.join(dataDir, name);
    const owner = await readOwner(folder);
    if (owner !== null && (await ownerLives(folder, owner)))
      throw new DrillRuns(`A drill is running already (${describeOwner(owner)}). Wait for it, or stop it first.`);
    await rm(folder, { recursive: true, force: true });
  }
}

type CopiedDatabase = NonNullable<Backup['database']>;

async function prepare({ store, signal, report }: VerifyOptions, database: CopiedDatabase, scratch: string) {
  const cluster = path.join(scratch, 'postgres');
  await mkdir(cluster, { mode: 0o700 });
  // PostgreSQL, which cannot run as root, must reach its folder.
  if (process.getuid?.() === 0) await chmod(scratch, 0o711);
  report(`Unpacking ${Math.ceil(database.bytes / 1e6)} MB`);
  await unpackCluster(store, database, cluster, signal);
  return cluster;
}

interface Scratch {
  cluster: string;
  secretKey: string;
  postgresPassword: string | null;
}

/** Compares the copy at the moment of its end with the counts that were taken then. */
async function compareCopy(
  { store, signal, report }: VerifyOptions,
  database: CopiedDatabase,
  { cluster, secretKey, postgresPassword }: Scratch,
): Promise<string[]> {
  const log = await logAfter(store, database);
  const server = await serveWal(log && store, database.systemId, cluster);
  try {
    const running = await startRecovery({
      cluster,
      password: postgresPassword ?? '',
      settings: [`restore_command=${server.command}`, 'recovery_target=immediate', 'recovery_target_action=pause'],
      until: 'paused',
      signal,
    });
    try {
      const counted = await countTables(running.url, database.counts);
      const rows = counted.reduce((sum, count) => sum + count.rows, 0);
      report(`Compared ${counted.length} tables with ${rows} rows`);
      const key = (await opensSecrets(running.url, secretKey)) ? [] : ['The secret key is not that of the database'];
      return [...compareCounts(database.counts, counted), ...key];
    } finally {
      await running.stop();
    }
  } catch (fault) {
    throw server.fault() ?? fault;
  } finally {
    await server.close();
  }
}

/** Continues from the copy to the end of the log. */
async function replayLog(
  { store, signal, report }: VerifyOptions,
  database: CopiedDatabase,
  { cluster, postgresPassword }: Scratch,
): Promise<Date | null> {
  const log = await logAfter(store, database);
  if (log === null) return null;
  report('Replaying the log of changes');
  const server = await serveWal(store, database.systemId, cluster);
  try {
    const running = await startRecovery({
      cluster,
      password: postgresPassword ?? '',
      settings: [`restore_command=${server.command}`, `recovery_target_timeline=${log.end.timeline}`],
      until: 'promoted',
      signal,
    });
    await running.stop();
    if (log.gap !== null) throw new StartError(`The log of changes has a gap (${log.gap}).`);
    return log.end.at;
  } catch (fault) {
    throw server.fault() ?? fault;
  } finally {
    await server.close();
  }
}

/** @returns a line for each of the first faults, and the hashes of all files that are damaged */
async function checkFiles({ store, report, signal }: VerifyOptions, backup: Backup) {
  const hashes = await listedHashes(store, backup);
  const stored = await listBackedUpFiles(store);
  const missing = hashes.filter((hash) => !stored.has(hash));
  const damaged: string[] = [];
  let read = 0;
  for (const hash of hashes) {
    signal.throwIfAborted();
    const file = stored.get(hash);
    if (!file || read + file.bytes > READ_FILE_BYTES) continue;
    read += file.bytes;
    const summed = createHash('sha256');
    for (const name of file.pieces) summed.update((await store.get(name).catch(() => null)) ?? Buffer.alloc(0));
    if (summed.digest('hex') !== hash) damaged.push(hash);
  }
  report(`Checked ${hashes.length} files, the content of ${Math.ceil(read / 1e6)} MB`);
  const faults = [
    ...missing.slice(0, LISTED_FAULTS).map((hash) => `file ${hash} is missing`),
    ...damaged.slice(0, LISTED_FAULTS).map((hash) => `file ${hash} is damaged`),
  ];
  return { faults, damaged };
}

/** The log of older backups too: nobody notices damage in it before the moment that needs it. */
async function checkSegments({ store, report, progress, signal }: VerifyOptions): Promise<string[]> {
  const read = (part: number) => progress?.(PARTS.files + part * (PARTS.log - PARTS.files));
  const { segments, faults } = await checkLog(store, { signal, read });
  if (segments + faults.length > 0) report(`Checked ${segments + faults.length} segments of the log of changes`);
  if (faults.length > LISTED_FAULTS) report(`${faults.length} of them are damaged`);
  return faults.slice(0, LISTED_FAULTS);
}
