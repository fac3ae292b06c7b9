// npm run -s bench:storage: bytes of a packed position, and how fast days are packed and read, as one line of JSON for
// each set of drives, without a database and with one: simulated ones of the city for each protocol, and recorded ones of a folder (--folder DIR).
import { parseArgs } from 'node:util';
import { machine } from './system/machine.ts';
import { postgresVersion } from './system/table-size.ts';
import { withDatabase } from './system/with-database.ts';
import { measureDatabase } from './storage/measure-database.ts';
import { measureFormat } from './storage/measure-format.ts';
import { recordedDays } from './storage/recorded-days.ts';
import { simulatedDays } from './storage/simulated-days.ts';

const { values } = parseArgs({
  options: {
    /** A folder of recorded tracks, as files of comma-separated values. */
    folder: { type: 'string' },
    vehicles: { type: 'string', default: '4' },
    days: { type: 'string', default: '2' },
    /** Repetitions, of which the fastest counts. */
    rounds: { type: 'string', default: '5' },
    /** Devices and days in a database; 0 devices leave it out. */
    devices: { type: 'string', default: '10' },
    month: { type: 'string', default: '31' },
  },
});
const ROUNDS = Number(values.rounds);

for (const protocol of ['teltonika', 'gt06', 'osmand']) {
  const days = simulatedDays(Number(values.vehicles), Number(values.days), protocol);
  console.log(
    JSON.stringify({ bench: 'storage', drives: protocol, ...measureFormat(days, ROUNDS), machine: machine('none') }),
  );
}
if (values.folder !== undefined) {
  const figures = measureFormat(recordedDays(values.folder), ROUNDS);
  console.log(JSON.stringify({ bench: 'storage', drives: values.folder, ...figures, machine: machine('none') }));
}
const devices = Number(values.devices);
if (devices > 0) {
  const days = values.folder === undefined ? simulatedDays(4, 2, 'teltonika') : recordedDays(values.folder);
  const size = { devices, days: Number(values.month) };
  const figures = await withDatabase(devices + 100, async (ground) => ({
    ...(await measureDatabase(ground, days, size)),
    machine: machine(await postgresVersion(ground.database.url)),
  }));
  console.log(JSON.stringify({ bench: 'storage', drives: 'database', ...figures }));
}
