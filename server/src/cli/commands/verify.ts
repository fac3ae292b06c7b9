import { noteDrill } from '../../backup/backup-state.ts';
import { openConfiguredStore } from '../../backup/backup-source.ts';
import { DrillRuns, verifyBackup } from '../../backup/verify-backup.ts';
import { reasonOf, sentenceOf } from '../../fault.ts';
import { defineCommand } from '../command.ts';
import { takeLowPriority } from '../low-priority.ts';

export const verify = defineCommand({
  details: `Restores the newest backup into a scratch folder in DATA_DIR, starts PostgreSQL on it, compares every file and table with
the description of the backup, replays the log of changes to its end, and removes the folder. It also reads the log of older
backups. It needs as much free disk as the database has, and 0.5 GB more. Files that are damaged in the backup are stored again by
the next one. The result is shown in administration and in /metrics. Settings: BACKUP_URL, BACKUP_KEY, DATA_DIR.`,
  run: async ({ config, print, progress, signal }) => {
    takeLowPriority();
    const source = config();
    const began = new Date();
    const durationS = () => (Date.now() - began.getTime()) / 1000;
    try {
      const store = await openConfiguredStore(source, 'read');
      const drill = await verifyBackup({ store, dataDir: source.dataDir, report: print, progress, signal });
      const { backup, faults, damagedFiles, restoredTo } = drill;
      const fault = faults.length === 0 ? null : faults.map(sentenceOf).join(' ');
      const { id } = backup;
      await noteDrill(source.dataDir, { id, at: began, durationS: durationS(), fault, restoredTo }, damagedFiles);
      for (const one of faults) print(`Fault: ${sentenceOf(one)}`);
      if (faults.length > 0) return 1;
      print(
        restoredTo === null
          ? 'The backup is good.'
          : `The backup is good; any moment from ${backup.finishedAt.toISOString()} until ${restoredTo.toISOString()} can be restored. Of earlier moments, only the log of changes was checked.`,
      );
      return 0;
    } catch (fault) {
      if (!signal.aborted && source.backup !== null && !(fault instanceof DrillRuns)) {
        const reason = sentenceOf(reasonOf(fault));
        const failed = { id: null, at: began, durationS: durationS(), fault: reason, restoredTo: null };
        await noteDrill(source.dataDir, failed, null);
      }
      throw fault;
    }
  },
});
