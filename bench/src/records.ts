import { parseArgs } from 'node:util';
import { benchRecords, type RecordFigure } from './records/run.ts';

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '100000' },
    drivers: { type: 'string', default: '50000' },
    expenses: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string' },
    'keep-in': { type: 'string' },
  },
});
const whole = (text: string, most: number) => Math.min(most, Math.max(1, Math.floor(Number(text)) || 1));

const column = (ms: number) => ms.toFixed(1).padStart(9);
const line = ({ name, p50, p95, aimMs }: RecordFigure) =>
  `${name.padEnd(58)}${column(p50)}${column(p95)}${String(aimMs).padStart(6)}${p95 > aimMs ? '  over' : ''}\n`;

process.stdout.write(`${''.padEnd(58)}${'p50 ms'.padStart(9)}${'p95 ms'.padStart(9)}${'aim'.padStart(6)}\n`);
const { seedS, figures, slow } = await benchRecords({
  vehicles: whole(values.vehicles, 1_000_000),
  drivers: whole(values.drivers, 1_000_000),
  expenses: whole(values.expenses, 10_000_000),
  rounds: whole(values.rounds, 1000),
  only: values.only,
  keepIn: values['keep-in'],
  onFigure: (figure) => process.stdout.write(line(figure)),
});
process.stdout.write(
  `${figures.length - slow.length} of ${figures.length} within their bound; written in ${seedS} s\n`,
);
if (slow.length > 0) process.exitCode = 1;
