// npm run bench:reports: the first page of each report with its totals, over a month of a fleet.
import { parseArgs } from 'node:util';
import { benchReports, type ReportFigure } from './reports/run.ts';

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '1000' },
    days: { type: 'string', default: '31' },
    rounds: { type: 'string', default: '10' },
    only: { type: 'string' },
    'keep-in': { type: 'string' },
  },
});
const whole = (text: string, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.floor(Number(text)) || least));

const column = (value: number) => value.toFixed(1).padStart(9);
const line = ({ kind, rows, p50, p95, cpuMs, fault }: ReportFigure) =>
  `${kind.padEnd(22)}${String(rows).padStart(9)}${column(p50)}${column(p95)}${String(cpuMs ?? '').padStart(9)}${fault === null ? '' : `  ${fault}`}\n`;

process.stdout.write(
  `${''.padEnd(22)}${'rows'.padStart(9)}${'p50 ms'.padStart(9)}${'p95 ms'.padStart(9)}${'cpu ms'.padStart(9)}\n`,
);
const { figures, faults } = await benchReports({
  vehicles: whole(values.vehicles, 1, 5000),
  days: whole(values.days, 1, 400),
  rounds: whole(values.rounds, 1, 100),
  only: values.only,
  keepIn: values['keep-in'],
  onFigure: (figure) => process.stdout.write(line(figure)),
});
process.stdout.write(`${figures.length - faults.length} of ${figures.length} within their bound\n`);
if (faults.length > 0) process.exitCode = 1;
