import { type BackupState, readBackupState } from './backup-state.ts';
import type { WalArchiver } from './wal-archiver.ts';

/** The state of backups as administration and `/metrics` show it. */
export interface BackupStatus extends Omit<BackupState, 'instance' | 'damagedFiles'> {
  /** The name of the backup target, without credentials; null when backups are not configured. */
  target: string | null;
  /** How far the log of changes beside the backups is; null when none is kept, as for a database of the operator's own. */
  log: ReturnType<WalArchiver['progress']> | null;
}

/** Reads the results in the data directory, and the progress of the log of changes. */
export async function readBackupStatus(
  dataDir: string,
  target: string | null,
  archiver: WalArchiver | null,
): Promise<BackupStatus> {
  const { instance: _, damagedFiles: __, ...state } = await readBackupState(dataDir);
  return { ...state, target, log: archiver?.progress() ?? null };
}
