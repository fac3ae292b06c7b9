import { ensureInstance, noteBackup, noteFailure, readBackupState } from '../../backup/backup-state.ts';
import { makeBackup } from '../../backup/make-backup.ts';
import { openConfiguredStore, openBackupSource, readSecrets } from '../../backup/backup-source.ts';
import { removeOldBackups } from '../../backup/old-backups.ts';
import { reasonOf } from '../../fault.ts';
import { createFileStore } from '../../files/file-store.ts';
import { defineCommand } from '../command.ts';
import { takeLowPriority } from '../low-priority.ts';

export const backup = defineCommand({
  details: `The server may run: devices report and people work while the copy is made. With DATABASE_URL the database is yours
to back up, with Barman or pgBackRest for example; files and the secret key are still copied.
Settings: BACKUP_URL, BACKUP_KEY, BACKUP_KEEP. The server makes backups by itself at BACKUP_SCHEDULE.`,
  run: async ({ config, logger, print, progress, signal }) => {
    takeLowPriority();
    const source = config();
    try {
      const store = await openConfiguredStore(source, 'write');
      if (!store.encrypted) logger.warn('The backup has the secret key in it and is not encrypted; set BACKUP_KEY');
      const { url, embedded, close } = await openBackupSource(source, logger);
      try {
        if (!embedded) {
          print(
            'DATABASE_URL is set: the database itself is yours to back up (Barman, pgBackRest); files and the secret key are copied now.',
          );
        }
        const { blobs } = createFileStore(source.dataDir, source.files);
        const secrets = await readSecrets(source, url);
        const instance = await ensureInstance(source.dataDir);
        const { damagedFiles } = await readBackupState(source.dataDir);
        const made = await makeBackup({
          url,
          embedded,
          store,
          instance,
          blobs,
          secrets,
          damagedFiles,
          logger,
          progress,
          signal,
        });
        await noteBackup(source.dataDir, made, store.name);
        const seconds = (made.finishedAt.getTime() - made.startedAt.getTime()) / 1000;
        print(
          `Backup ${made.id} in ${store.name}: ${size(made.storedBytes)} with ${made.files.count} files, in ${seconds.toFixed(0)} s`,
        );
        const removed = await removeOldBackups(store, source.backup?.keepDays ?? 14, new Date());
        if (removed.length > 0) print(`Removed ${removed.length} older: ${removed.join(', ')}`);
      } finally {
        await close();
      }
    } catch (fault) {
      // An interrupted one is made again; it is no failure. Without BACKUP_URL it is the command that lacks a setting.
      if (!signal.aborted && source.backup !== null) await noteFailure(source.dataDir, reasonOf(fault));
      throw fault;
    }
  },
});

const size = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
