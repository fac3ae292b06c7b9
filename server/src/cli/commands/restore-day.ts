import { refuseNewerDatabase, requireThisVersion } from '../../database/database-version.ts';
import { openExternal } from '../../database/open.ts';
import { restoreDay } from '../../store/tracks/restore-day.ts';
import { defineCommand, UsageError } from '../command.ts';
import { runningDatabase } from './retention-dry-run.ts';
import { openPool } from '../../database/client.ts';

export const restoreDayCommand = defineCommand({
  options: {
    device: { value: 'ID', required: true, help: 'device id, as in the log' },
    day: { value: 'DAY', required: true, help: 'the day in UTC, such as 2026-03-02' },
    from: {
      value: 'URL',
      help: 'the restored database, such as postgres://user@host:5432/restored; otherwise RESTORED_URL',
    },
  },
  details: `Adds the positions and status reports of one device and day to those that are stored, and replaces a damaged packed day.
The server must be running. Others on this machine see the words of a command: set RESTORED_URL instead where the address
contains a password.`,
  run: async ({ config, environment, print }, { device, day, from = environment['RESTORED_URL'] }) => {
    if (!/^\d{1,9}$/.test(device)) throw new UsageError('--device: must be a number.');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
      throw new UsageError('--day: must be a day such as 2026-03-02.');
    }
    if (from === undefined) throw new UsageError('The restored database is missing: --from URL, or RESTORED_URL.');
    const restored = await openExternal(from, '--from');
    const database = openPool({ connectionString: await runningDatabase(config()), max: 1 });
    const other = openPool({ connectionString: restored, max: 2 });
    try {
      await requireThisVersion(database);
      await refuseNewerDatabase(other);
      const count = await restoreDay(database, other, { deviceId: Number(device), day });
      print(`Device ${device} has ${count} packed reports on ${day}.`);
      return count > 0 ? 0 : 1;
    } finally {
      await Promise.all([database.end(), other.end()]);
    }
  },
});
