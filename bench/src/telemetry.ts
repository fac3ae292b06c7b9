import { parseArgs } from 'node:util';
import { benchTelemetry } from './telemetry-run.ts';

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '3' },
    days: { type: 'string', default: '365' },
    'every-s': { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
  },
});
const whole = (text: string, most: number) => Math.min(most, Math.max(1, Math.floor(Number(text)) || 1));
const figures = await benchTelemetry({
  vehicles: whole(values.vehicles, 20),
  days: whole(values.days, 399),
  everyS: whole(values['every-s'], 3600),
  rounds: whole(values.rounds, 100),
});
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
