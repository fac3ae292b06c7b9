import path from 'node:path';
import type { Registry } from 'prom-client';
import { createBackupMetrics } from '../backup/backup-metrics.ts';
import { ensureInstance } from '../backup/backup-state.ts';
import { type BackupStatus, readBackupStatus } from '../backup/backup-status.ts';
import { openBackupTarget } from '../backup/backup-target.ts';
import { openConfiguredStore } from '../backup/backup-source.ts';
import { dropWalSlot, startWalArchiver, type WalArchiver } from '../backup/wal-archiver.ts';
import { backUpJob } from '../jobs/backup-jobs.ts';
import type { Parts } from './parts.ts';

/** The part of the server that continuously backs up the log of changes, and reads the state of backups. */
export interface Backups {
  status(): Promise<BackupStatus>;
}

/** Starts the log of changes where backups are configured. Backups themselves are jobs, in processes of their own. */
export async function startBackups(
  parts: Pick<Parts, 'config' | 'logger' | 'database' | 'files' | 'queue' | 'stops'> & { registry: Registry },
): Promise<Backups> {
  const { config, logger, database, files, queue, registry, stops } = parts;
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
  const status = () => readBackupStatus(dataDir, target, archiver);
  createBackupMetrics(registry, status);
  return { status };
}
