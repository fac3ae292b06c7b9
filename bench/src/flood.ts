import { parseArgs } from 'node:util';
import { benchFlood, LIMIT_MB } from './flood-run.ts';

const { values } = parseArgs({
  options: {
    duration: { type: 'string', default: '60' },
    devices: { type: 'string', default: '100' },
    rate: { type: 'string', default: '200' },
    'same-address': { type: 'boolean', default: false },
  },
});
const within = (text: string, least: number, most: number, otherwise: number) =>
  Math.min(most, Math.max(least, Number(text) || otherwise));
const figures = await benchFlood({
  durationS: within(values.duration, 1, 600, 60),
  devices: within(values.devices, 2, 1000, 100),
  rate: within(values.rate, 1, 5000, 200),
  sameAddress: values['same-address'],
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
const { alive, peakMb, p99Ms, phones } = figures;
const late = (ms: number | null) => ms === null || ms > 2000;
process.exitCode = alive && (peakMb ?? 0) <= LIMIT_MB && !late(p99Ms) && !late(phones.p99Ms) ? 0 : 1;
