import { noteDrill } from '../../backup/backup-state.ts';
import { openConfiguredStore } from '../../backup/backup-source.ts';
import { verifyBackup } from '../../backup/verify-backup.ts';
import { reasonOf } from '../../fault.ts';
import { defineCommand } from '../command.ts';
import { takeLowPriority } from '../low-priority.ts';

export const verify = defineCommand({
  details: `Restores the newest backup into a scratch folder in DATA_DIR, starts PostgreSQL on it, compares every file and table with
the description of the backup, replays the log of changes to its end, and removes the folder. It needs as much free disk
as the database has. The result is shown in administration and in /metrics. Settings: BACKUP_URL, BACKUP_KEY, DATA_DIR.`,
  run: async ({ config, print, progress, signal }) => {
    takeLowPriority();
    const source = config();
    const began = new Date();
    const note = (id: string | null, fault: string | null, restoredTo: Date | null) => {
      const durationS = (Date.now() - began.getTime()) / 1000;
      return noteDrill(source.dataDir, { id, at: began, durationS, fault, restoredTo });
    };
    try {
      const store = await openConfiguredStore(source, 'read');
      const drill = await verifyBackup({ store, dataDir: source.dataDir, report: print, progress, signal });
      const { backup, faults, restoredTo } = drill;
      await note(backup.id, faults.length === 0 ? null : faults.join(' '), restoredTo);
      for (const fault of faults) print(`Fault: ${fault}`);
      if (faults.length > 0) return 1;
      print(
        restoredTo === null
          ? 'The backup is good.'
          : `The backup is good; any moment until ${restoredTo.toISOString()} can be restored.`,
      );
      return 0;
    } catch (fault) {
      if (!signal.aborted) await note(null, reasonOf(fault), null);
      throw fault;
    }
  },
});
