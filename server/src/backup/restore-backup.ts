import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { claimFolder, ownerElsewhere } from '../database/folder-owner.ts';
import { migrationNames } from '../database/migrate.ts';
import { EMBEDDED_MAJOR } from '../database/native.ts';
import { runningPostmaster } from '../database/running.ts';
import { giveToPostgres } from '../database/run-as.ts';
import { StartError } from '../errors.ts';
import { codeOf } from '../fault.ts';
import type { FileStore } from '../files/file-store.ts';
import { type Backup, chooseBackup, listBackups } from './backup-catalog.ts';
import { listBackedUpFiles, restoreFile, usedHashes } from './backup-files.ts';
import { opensSecrets } from './backup-source.ts';
import { type BackupStore, parseJson } from './backup-store.ts';
import { decompressObject, MAX_TEXT_BYTES } from './decompress.ts';
import { RecoveryEnded, type RecoveringCluster, startRecovery } from './recovering-cluster.ts';
import { getPart, requireRoom, unpackCluster } from './unpack-cluster.ts';
import { backupsOfTimeline, logAfter } from './wal-log.ts';
import { addressFolder, serveWal } from './wal-server.ts';
import { DatabaseClient } from '../database/client.ts';

const Secrets = z.object({ secretKey: z.string(), postgresPassword: z.string().nullable() });

/** The cluster while it is restored; it gets its name when everything is there. */
const UNFINISHED = 'postgres.restoring';
/**
 * Files left by an interrupted restore or a drill, which may be replaced; `compiled` is the compile cache of Node, which
 * the command itself makes in the image.
 */
const LEFTOVERS = new Set([
  UNFINISHED,
  addressFolder(UNFINISHED),
  'postgres.log',
  'postgres.log.old',
  'backup-state.json',
  'lost+found',
  'compiled',
  'server.lock',
  'server.pid',
]);

interface RestoreOptions {
  store: BackupStore;
  /** The new data directory, which must not exist or be empty. */
  dataDir: string;
  files: FileStore;
  /** The state of this moment; null for everything that was kept. */
  to: Date | null;
  /** A backup by its id instead of the newest suitable one. */
  id?: string | undefined;
  /** A timeline other than the newest: after a restore, the former server's changes are on a lower one. */
  timeline?: number | undefined;
  /** Restores the copy of the backup alone, as when the log of changes is damaged. */
  withoutLog?: boolean | undefined;
  /** Called with lines for the person. */
  report: (line: string) => void;
  signal: AbortSignal;
}

interface Restored {
  backup: Backup;
  /** The number of files that the database or the backup refers to. */
  usedFiles: number;
  /** The last commit that is in the restored database; null when none was replayed or it is not ours. */
  lastCommit: Date | null;
  /** False when the secrets in the database have a newer key than the backup. */
  keyFits: boolean;
  /** Hashes of files that the database refers to and the backup does not have, or only damaged. */
  missingFiles: string[];
}

/**
 * Makes a new data directory of a backup.
 * @throws StartError when the directory is in use or not empty, the moment is not there, or the backup is damaged; then
 * nothing of it remains
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { store, dataDir, id, to, timeline, report } = options;
  await refuseUsedFolder(dataDir);
  const all = await listBackups(store);
  const suitable = id === undefined ? await backupsOfTimeline(store, all, { timeline, to }) : all;
  const backup = chooseBackup(suitable, { id, to });
  await refuseNewer(backup);
  report(`Backup ${backup.id} of ${backup.host}, Milepost ${backup.version}, in ${store.name}`);
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  // A server that starts meanwhile would make a new database in the folder.
  const claim = await claimFolder(dataDir);
  try {
    const secrets = await readBackupSecrets(store, backup);
    const restored = backup.database
      ? await restoreDatabase(options, backup, { database: backup.database, ...secrets })
      : { lastCommit: null, keyFits: true, ...(await restoreFiles(options, await listedHashes(store, backup))) };
    await writeFile(path.join(dataDir, 'secret.key'), `${secrets.secretKey}\n`, { mode: 0o600, flush: true });
    // Last: a directory with a cluster is a whole one.
    if (backup.database) await rename(path.join(dataDir, UNFINISHED), path.join(dataDir, 'postgres'));
    return { backup, ...restored };
  } catch (fault) {
    for (const name of [UNFINISHED, addressFolder(UNFINISHED), 'postgres-password', 'secret.key']) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
    if (!(fault instanceof UnusableCopy)) throw fault;
    const others = all.filter((one) => one.id !== backup.id && (to === null || one.finishedAt <= to));
    throw new StartError(`${fault.message} ${wayOut(others)}`, { cause: fault });
  } finally {
    await claim.release();
  }
}

/** The copy of the database in a backup is damaged or incomplete, so that another one must be used. */
class UnusableCopy extends StartError {}

const wayOut = (others: readonly Backup[]): string =>
  others.length === 0
    ? 'There is no other backup to begin with.'
    : `Begin with another backup by --backup ID. There are: ${others.map(({ id }) => id).join(', ')}.`;

/** The key and password of a backup. @throws StartError when they are damaged */
export async function readBackupSecrets(store: BackupStore, backup: Backup) {
  return Secrets.parse(parseJson(await getPart(store, backup.secrets)));
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((fault: unknown) => {
    if (codeOf(fault) === 'ENOENT') return [];
    throw new StartError(`The data directory ${dataDir} cannot be used: ${String(fault)}`, { cause: fault });
  });
  const running = runningPostmaster(dataDir);
  const owner = running ? `PostgreSQL with process id ${running.pid}` : await ownerElsewhere(dataDir);
  if (owner !== null) {
    throw new StartError(
      `The data directory ${dataDir} is in use, by ${owner}. A backup is never restored over a running server: set DATA_DIR to a new folder.`,
    );
  }
  const other = names.find((name) => !LEFTOVERS.has(name));
  if (other !== undefined) {
    throw new StartError(
      `The data directory ${dataDir} is not empty: it has ${other}. Nothing was changed. Set DATA_DIR to a new folder, or move the old one away first.`,
    );
  }
}

async function refuseNewer({ database, version }: Backup): Promise<void> {
  if (database === null) return;
  if (database.major !== EMBEDDED_MAJOR) {
    throw new StartError(
      `The backup is of PostgreSQL ${database.major}, but this version of Milepost contains PostgreSQL ${EMBEDDED_MAJOR}. Restore it with Milepost ${version}.`,
    );
  }
  if (database.migration !== null && !(await migrationNames()).includes(database.migration)) {
    throw new StartError(`The backup is of a newer version: restore it with Milepost ${version}.`);
  }
}

async function restoreDatabase(
  options: RestoreOptions,
  backup: Backup,
  { database, secretKey, postgresPassword }: z.output<typeof Secrets> & Pick<UnpackedCluster, 'database'>,
): Promise<Omit<Restored, 'backup'>> {
  const password = postgresPassword ?? '';
  const { store, dataDir, report, signal } = options;
  const cluster = path.join(dataDir, UNFINISHED);
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  await requireRoom(dataDir, database.bytes, 'A restore');
  report(`Unpacking ${Math.ceil(database.bytes / 1e6)} MB`);
  await unpackCluster(store, database, cluster, signal).catch((fault: unknown) => {
    throw fault instanceof StartError ? new UnusableCopy(fault.message, { cause: fault }) : fault;
  });
  await giveToPostgres(cluster);
  await writeFile(path.join(dataDir, 'postgres-password'), password, { mode: 0o600 });
  const running = await recover(options, backup, { cluster, password, database });
  try {
    const client = new DatabaseClient({ connectionString: running.url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
    const hashes = await usedHashes(client);
    await client.end();
    const keyFits = await opensSecrets(running.url, secretKey);
    return { lastCommit: rows[0]?.at ?? null, keyFits, ...(await restoreFiles(options, hashes)) };
  } finally {
    await running.stop();
  }
}

interface UnpackedCluster {
  cluster: string;
  password: string;
  database: NonNullable<Backup['database']>;
}

/** Replays the log up to the moment; the cluster is running and writable then. */
async function recover(
  { store, to, timeline, withoutLog, report, signal }: Omit<RestoreOptions, 'dataDir' | 'files' | 'id'>,
  backup: Backup,
  { cluster, password, database }: UnpackedCluster,
): Promise<RecoveringCluster> {
  const log = withoutLog ? null : await logAfter(store, database, timeline);
  const named = timeline === undefined ? '' : ` of timeline ${timeline}`;
  if (to !== null && log === null && to.getTime() - backup.finishedAt.getTime() > 1000) {
    throw new StartError(
      `The log of changes${named} after the backup ${backup.id} is not in ${store.name}, so only the moment of its end can be restored: --to ${backup.finishedAt.toISOString()}.`,
    );
  }
  if (to !== null && log !== null && to > log.end.at) {
    throw new StartError(
      `The log of changes${named} ends at ${log.end.at.toISOString()}. Choose an earlier moment, or leave out --to for all of it.`,
    );
  }
  if (log?.gap && to === null) report(`The log of changes has a gap (${log.gap}): it is replayed up to there.`);
  const server = await serveWal(log === null ? null : store, database.systemId, cluster);
  const start = (target: readonly string[]) =>
    startRecovery({
      cluster,
      password,
      settings: [`restore_command=${server.command}`, 'recovery_target_action=promote', ...target],
      until: 'promoted',
      signal,
    });
  try {
    if (log === null) return await start(['recovery_target=immediate']);
    report(to === null ? 'Replaying the log of changes' : `Replaying the log of changes to ${to.toISOString()}`);
    const follow = `recovery_target_timeline=${log.end.timeline}`;
    if (to === null) return await start([follow]);
    try {
      return await start([follow, `recovery_target_time=${to.toISOString().replace('T', ' ').replace('Z', '+00')}`]);
    } catch (fault) {
      if (!(fault instanceof RecoveryEnded) || !/before configured recovery target/.test(fault.fatal)) throw fault;
      if (log.gap !== null) {
        throw new StartError(`The log of changes has a gap (${log.gap}) before ${to.toISOString()}.`, { cause: fault });
      }
      // Nothing was committed between the moment and the end of the log, which reaches beyond it.
      return await start([follow]);
    }
  } catch (fault) {
    const damage = server.fault();
    if (damage === null) throw fault;
    const reached = fault instanceof RecoveryEnded ? fault.replayedTo : null;
    const before =
      reached === null
        ? ''
        : `Changes until ${reached.toISOString()} and perhaps later ones can be restored: --to '${reached.toISOString()}'. `;
    const copy = `Everything until ${backup.finishedAt.toISOString()}, when the copy was finished, can be restored by --backup ${backup.id} --without-log.`;
    throw new StartError(`${damage.message} ${before}${copy}`, { cause: fault });
  } finally {
    await server.close();
  }
}

/** The hashes of the files that a backup refers to. */
export async function listedHashes(store: BackupStore, { files }: Backup): Promise<string[]> {
  const list = await decompressObject(store, files.list.name, await getPart(store, files.list), MAX_TEXT_BYTES);
  return z.array(z.string().regex(/^[0-9a-f]{64}$/)).parse(parseJson(list));
}

async function restoreFiles(
  { store, files, report, signal }: RestoreOptions,
  hashes: readonly string[],
): Promise<Pick<Restored, 'usedFiles' | 'missingFiles'>> {
  if (hashes.length === 0) return { usedFiles: 0, missingFiles: [] };
  const stored = await listBackedUpFiles(store);
  const missing: string[] = [];
  for (const hash of hashes) {
    signal.throwIfAborted();
    if (await files.blobs.has(hash)) continue;
    const file = stored.get(hash);
    const restored =
      file &&
      (await restoreFile(store, file, { hash, ...files }).catch((fault: unknown) => {
        if (!(fault instanceof StartError)) throw fault;
        report(fault.message);
        return false;
      }));
    if (!restored) missing.push(hash);
  }
  report(`Restored ${hashes.length - missing.length} of ${hashes.length} files`);
  return { usedFiles: hashes.length, missingFiles: missing };
}
