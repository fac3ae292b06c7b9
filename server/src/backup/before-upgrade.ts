import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { reasonOf } from '../fault.ts';
import { createFileStore } from '../files/file-store.ts';
import { ensureInstance, noteBackup, noteFailure, readBackupState } from './backup-state.ts';
import { makeBackup } from './make-backup.ts';
import { type BackupSource, openConfiguredStore, readSecrets } from './backup-source.ts';

/**
 * Makes a backup of a database that is about to be migrated, and logs the way back.
 * @throws StartError when it fails; the database is still as it was
 */
export async function backUpBeforeUpgrade(url: string, source: BackupSource, logger: Logger): Promise<void> {
  logger.info('The database will be changed by this version of Milepost; making a backup first');
  try {
    const store = await openConfiguredStore(source, 'write');
    const { blobs } = createFileStore(source.dataDir, source.files);
    const made = await makeBackup({
      url,
      embedded: source.databaseUrl === null,
      store,
      instance: await ensureInstance(source.dataDir),
      blobs,
      secrets: await readSecrets(source, url),
      damagedFiles: (await readBackupState(source.dataDir)).damagedFiles,
      logger,
      signal: new AbortController().signal,
    });
    await noteBackup(source.dataDir, made, store.name);
    const database = made.database === null ? ' (files and key; the database of DATABASE_URL is yours to restore)' : '';
    logger.info(
      `The way back: stop, install the version that ran before, set DATA_DIR to an empty folder, and run: milepost restore --backup ${made.id}${database}`,
    );
  } catch (cause) {
    await noteFailure(source.dataDir, reasonOf(cause));
    throw new StartError(
      `The backup before the upgrade failed: ${reasonOf(cause)} Nothing was changed. Set BACKUP_BEFORE_UPGRADE=false to upgrade without one.`,
      { cause },
    );
  }
}
