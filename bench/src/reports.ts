// npm run bench:reports: the first page of each report with its totals, over a month of a fleet.
import { parseArgs } from 'node:util';
import { benchReports } from './reports/run.ts';

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '1000' },
    days: { type: 'string', default: '31' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const whole = (text: string, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.floor(Number(text)) || least));
const figures = await benchReports({
  vehicles: whole(values.vehicles, 1, 5000),
  days: whole(values.days, 1, 400),
  rounds: whole(values.rounds, 1, 100),
  only: values.only,
});
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
