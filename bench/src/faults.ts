import { parseArgs } from 'node:util';
import { benchFaults } from './faults/faults-run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    devices: { type: 'string', default: '50' },
    rate: { type: 'string', default: '3000' },
    /** Without packing and backups meanwhile, and with reports of today. */
    plain: { type: 'boolean', default: false },
  },
});
const figures = await benchFaults({
  rounds: Math.min(200, Math.max(1, Number(values.rounds) || 20)),
  seed: Number(values.seed) || 1,
  devices: Math.min(500, Math.max(2, Number(values.devices) || 50)),
  rate: Math.min(20_000, Math.max(10, Number(values.rate) || 3000)),
  upkeep: !values.plain,
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
const { lost, doubled, strange, disorderedAnswers, wrongFacts } = figures;
const { sentTwice, forgotten, wrongAnswers, strayed } = figures;
const positions = lost + doubled + strange + disorderedAnswers + wrongFacts;
process.exitCode = positions + sentTwice + forgotten + wrongAnswers + strayed > 0 ? 1 : 0;
