// A process that takes alarms and stops in the middle, until it is killed. Argument: the URL of the database.
import { pino } from 'pino';
import { createPool } from '../database/pool.ts';
import { takeDueAlarms } from '../store/alarm-delivery/take-due-alarms.ts';

const database = createPool(process.argv[2] ?? '', pino({ level: 'silent' }));
await takeDueAlarms(database, () => {
  process.stdout.write('stuck\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return '{}';
});
