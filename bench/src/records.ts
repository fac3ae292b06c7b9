import { parseArgs } from 'node:util';
import { benchRecords } from './records-run.ts';

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '100000' },
    drivers: { type: 'string', default: '50000' },
    expenses: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
  },
});
const whole = (text: string, most: number) => Math.min(most, Math.max(1, Math.floor(Number(text)) || 1));
const figures = await benchRecords({
  vehicles: whole(values.vehicles, 1_000_000),
  drivers: whole(values.drivers, 1_000_000),
  expenses: whole(values.expenses, 10_000_000),
  rounds: whole(values.rounds, 1000),
});
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
