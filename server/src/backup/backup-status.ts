import { type BackupState, readBackupState } from './backup-state.ts';
import type { WalArchiver } from './wal-archiver.ts';

/** The state of backups as administration and `/metrics` show it. */
export interface BackupStatus extends Omit<BackupState, 'instance' | 'damagedFiles' | 'keyChangedAt'> {
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
  const { instance: _, damagedFiles: __, keyChangedAt: ___, ...state } = await readBackupState(dataDir);
  return { ...state, target, log: archiver?.progress() ?? null };
}

/** The state in the data directories of several processes: jobs, and so backups, run in any of them. */
export function joinStates(
  all: readonly BackupState[],
): Omit<BackupState, 'instance' | 'damagedFiles' | 'keyChangedAt'> {
  // Several processes may have the same data directory.
  const states = [...new Map(all.map((state) => [state.instance, state])).values()];
  const newest = latest(
    states.map((state) => state.newest),
    ({ finishedAt }) => finishedAt,
  );
  const failure = latest(
    states.map((state) => state.failure),
    ({ at }) => at,
  );
  return {
    newest,
    failures: states.reduce((sum, { failures }) => sum + failures, 0),
    // A later backup of another process was good.
    failure: failure !== null && newest !== null && newest.finishedAt > failure.at ? null : failure,
    drill: latest(
      states.map((state) => state.drill),
      ({ at }) => at,
    ),
    lastGoodDrillAt: latest(
      states.map((state) => state.lastGoodDrillAt),
      (at) => at,
    ),
  };
}

/** The one whose moment is the latest; null when there is none. */
function latest<One>(ones: readonly (One | null)[], at: (one: One) => Date): One | null {
  return ones.reduce<One | null>(
    (best, one) => (one !== null && (best === null || at(one) > at(best)) ? one : best),
    null,
  );
}
