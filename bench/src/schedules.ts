// npm run bench:schedules: ingest while fifty reports are due at the same minute.
import { parseArgs } from 'node:util';
import { benchSchedules } from './schedules-run.ts';

/** The minimum share of the positions a second without schedules that must be stored with them. */
const LEAST_RATIO = 0.9;

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    duration: { type: 'string', default: '20' },
    rate: { type: 'string', default: 'max' },
  },
});
const figures = await benchSchedules({
  devices: Math.max(1, Math.floor(Number(values.devices)) || 1000),
  durationS: Math.max(1, Number(values.duration) || 20),
  rate: values.rate === 'max' ? null : Number(values.rate),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (figures.ratio < LEAST_RATIO || figures.failed > 0) process.exitCode = 1;
