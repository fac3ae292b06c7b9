import { Pool } from 'pg';
import { restoreDay } from '../../store/tracks/restore-day.ts';
import { defineCommand, UsageError } from '../command.ts';
import { runningDatabase } from './retention-dry-run.ts';

export const restoreDayCommand = defineCommand({
  options: {
    device: { value: 'ID', help: 'the number of the device, as the log names it' },
    day: { value: 'DAY', help: 'the day in UTC, such as 2026-03-02' },
    from: { value: 'URL', help: 'the restored database, such as postgres://user:password@host:5432/restored' },
  },
  details: `Adds the positions and status reports of one device and day to those that are stored, and replaces a damaged packed day.
The server must be running.`,
  run: async ({ config, print }, { device, day, from }) => {
    if (device === undefined || !/^\d{1,9}$/.test(device)) throw new UsageError('--device: must be a number.');
    if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
      throw new UsageError('--day: must be a day such as 2026-03-02.');
    }
    if (from === undefined) throw new UsageError('--from: must be the address of a database.');
    const database = new Pool({ connectionString: await runningDatabase(config()), max: 1 });
    const other = new Pool({ connectionString: from, max: 2 });
    try {
      const count = await restoreDay(database, other, { deviceId: Number(device), day });
      print(`Device ${device} has ${count} packed reports on ${day}.`);
      return count > 0 ? 0 : 1;
    } finally {
      await Promise.all([database.end(), other.end()]);
    }
  },
});
