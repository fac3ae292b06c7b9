import { parseArgs } from 'node:util';
import { benchWrites } from './writes-run.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, batch: { type: 'string', default: '1000' } },
});
const figures = await benchWrites({
  seconds: Math.min(60, Math.max(0.1, Number(values.seconds) || 3)),
  batch: Math.min(10_000, Math.max(1, Math.floor(Number(values.batch)) || 1000)),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
