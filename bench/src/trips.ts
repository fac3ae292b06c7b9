import { parseArgs } from 'node:util';
import { benchTrips } from './trips-run.ts';

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '1000' },
    days: { type: 'string', default: '31' },
    rounds: { type: 'string', default: '20' },
  },
});
const whole = (text: string, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.floor(Number(text)) || least));
const figures = await benchTrips({
  vehicles: whole(values.vehicles, 1, 20_000),
  days: whole(values.days, 1, 400),
  rounds: whole(values.rounds, 1, 1000),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
