import { Counter, type Registry } from 'prom-client';
import { exportOptional } from '../status/gauges.ts';
import type { BackupStatus } from './backup-status.ts';

const ageOf = (at: Date | null | undefined) => (at ? Math.max(0, (Date.now() - at.getTime()) / 1000) : null);

/** Metrics of backups; a moment that never was has no value, because a number would silence an alarm. */
export function createBackupMetrics(registry: Registry, status: () => Promise<BackupStatus>): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (status: BackupStatus) => number | null) =>
    exportOptional(registry, { name, help, read: async () => read(await status()) });
  gauge('milepost_backup_configured', 'Whether BACKUP_URL is set: 1 or 0.', ({ target }) => (target === null ? 0 : 1));
  gauge('milepost_backup_age_seconds', 'Time since the newest good backup was finished; absent without one.', (state) =>
    ageOf(state.newest?.finishedAt),
  );
  gauge('milepost_backup_size_bytes', 'Stored size of the newest good backup with its files.', ({ newest }) =>
    newest ? newest.bytes : null,
  );
  gauge(
    'milepost_backup_log_age_seconds',
    'Age of the newest change that is in the backup target; absent without a log.',
    (state) => ageOf(state.log?.at),
  );
  gauge(
    'milepost_backup_drill_age_seconds',
    'Time since a backup was last restored for trial and was good; absent without one.',
    (state) => ageOf(state.lastGoodDrillAt),
  );
  gauge(
    'milepost_backup_drill_failed',
    'Whether the last trial restore failed: 1 or 0; absent before the first one.',
    ({ drill }) => (drill === null ? null : drill.fault === null ? 0 : 1),
  );
  const failures: Counter = new Counter({
    name: 'milepost_backup_failures_total',
    help: 'Backups that failed.',
    registers,
    collect: async (): Promise<void> => {
      const { failures: count } = await status();
      failures.reset();
      failures.inc(count);
    },
  });
}
