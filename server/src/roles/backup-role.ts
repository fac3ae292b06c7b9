import path from 'node:path';
import type { Registry } from 'prom-client';
import { createBackupMetrics } from '../backup/backup-metrics.ts';
import { BackupState, ensureInstance, readBackupState } from '../backup/backup-state.ts';
import { type BackupStatus, joinStates, readBackupStatus } from '../backup/backup-status.ts';
import { openBackupTarget } from '../backup/backup-target.ts';
import { openConfiguredStore } from '../backup/backup-source.ts';
import { dropWalSlot, startWalArchiver, type WalArchiver } from '../backup/wal-archiver.ts';
import { backUpJob, type BackupRunKind, runningBackup, verifyJob } from '../jobs/backup-jobs.ts';
import type { Config } from '../config.ts';
import { countQueues } from '../store/status/job-queues.ts';
import type { Parts } from './parts.ts';

/** The part of the server that continuously backs up the log of changes, and reads the state of backups. */
export interface Backups {
  status(): Promise<BackupStatus>;
  /** Null when backups are not configured. */
  plan: Pick<NonNullable<Config['backup']>, 'schedule' | 'verifySchedule' | 'key'> | null;
  /** The operator makes backups by other means: `BACKUP_URL=off`. */
  isElsewhere: boolean;
  /** The backup or drill that runs or waits; null when there is none. */
  running(): Promise<{ kind: BackupRunKind; startedAt: Date | null; percent: number | null } | null>;
  /** Queues a backup or drill. False when one of its kind waits or runs already. */
  start(kind: BackupRunKind): Promise<boolean>;
  /**
   * Queues the first backup when there never was one, so that nobody waits a day to learn that the target is wrong, and one
   * after the secret key was replaced.
   */
  startFirst(): Promise<void>;
}

/** Starts the log of changes where backups are configured. Backups themselves are jobs, in processes of their own. */
export async function startBackups(
  parts: Pick<Parts, 'config' | 'logger' | 'database' | 'asks' | 'files' | 'queue' | 'stops'> & { registry: Registry },
): Promise<Backups> {
  const { config, logger, database, asks, files, queue, registry, stops } = parts;
  const { backup, dataDir } = config;
  let archiver: WalArchiver | null = null;
  if (database.kind === 'embedded') {
    // Devices need not wait for it.
    if (backup === null) dropWalSlot(database.url).catch(() => {});
    else {
      archiver = startWalArchiver({
        url: database.url,
        cluster: path.join(dataDir, 'postgres'),
        openStore: () => openConfiguredStore(config, 'write'),
        blobs: files.blobs,
        instance: await ensureInstance(dataDir),
        intervalMs: backup.logSeconds * 1000,
        logger,
        onGap: () => {
          queue.add(backUpJob(config), null, { key: 'after-gap' }).catch(() => {});
        },
      });
      stops.push(archiver.stop);
    }
  }
  const target = backup === null ? null : openBackupTarget(backup.address).name;
  const own = () => readBackupStatus(dataDir, target, archiver);
  createBackupMetrics(registry, own);
  if (config.roles.has('jobs')) asks.answer('backups', () => readBackupState(dataDir));
  const status = async () => {
    const [here, answers] = await Promise.all([readBackupState(dataDir), asks.ask('backups', {})]);
    // Those of other processes have moments as text.
    const states = answers.map(({ output }) => BackupState.parse(JSON.parse(JSON.stringify(output))));
    return { ...joinStates([here, ...states]), target, log: archiver?.progress() ?? null };
  };
  const jobs = { backup: backUpJob(config), drill: verifyJob(config) };
  const running = async () => {
    for (const kind of ['backup', 'drill'] as const) {
      const run = runningBackup(kind);
      if (run)
        return { kind, startedAt: run.startedAt, percent: run.part === null ? null : Math.floor(run.part * 100) };
    }
    const queues = await countQueues(database.pools.jobs);
    for (const kind of ['backup', 'drill'] as const) {
      const counts = queues.find(({ name }) => name === jobs[kind].name);
      if (counts && counts.waiting + counts.active > 0) return { kind, startedAt: null, percent: null };
    }
    return null;
  };
  const start = async (kind: BackupRunKind) => {
    if ((await running())?.kind === kind) return false;
    return queue.add(jobs[kind], null, { key: 'by-hand' });
  };
  const startFirst = async () => {
    if (backup === null || backup.schedule === null) return;
    const { newest, failure } = await status();
    if (newest === null && failure === null) await queue.add(jobs.backup, null, { key: 'first' });
    // Without it no moment after the change could be restored with its key.
    else if ((await readBackupState(dataDir)).keyChangedAt !== null)
      await queue.add(jobs.backup, null, { key: 'after-key-change' });
  };
  return { status, plan: backup, isElsewhere: config.backupsElsewhere, running, start, startFirst };
}
