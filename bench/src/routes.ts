// npm run -s bench:routes: the distance of the proposed orders of stops from the best known ones, as one line of JSON.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { solve } from '@milepost/server/distribution/solver/solve';
import { oneVehicle, sixVehicles } from './routes/hundred-twenty.ts';
import { type Instance, readSolomon, readTours } from './routes/read-instances.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const SECONDS = Number(values.seconds);

const cpuS = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function measure({ name, known, problem }: Instance) {
  const began = cpuS();
  const found = solve(problem, {
    rounds: 10_000_000,
    seed: Number(values.seed),
    elapsed: () => (cpuS() - began) / SECONDS,
  });
  const gap = ((found.cost - known.distance) / known.distance) * 100;
  return {
    name,
    customers: problem.stops.length,
    knownVehicles: known.vehicles,
    knownDistance: known.distance,
    vehicles: found.routes.length,
    distance: Number(found.cost.toFixed(2)),
    left: found.left.length,
    gapPercent: Number(gap.toFixed(2)),
    rounds: found.rounds,
    cpuS: Number((cpuS() - began).toFixed(1)),
  };
}

function timed<Result extends object>(work: () => Result): Result & { cpuS: number } {
  const began = cpuS();
  const result = work();
  return { ...result, cpuS: Number((cpuS() - began).toFixed(1)) };
}

const results = [...readTours(), ...readSolomon()]
  .filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))
  .map((instance) => {
    const result = measure(instance);
    process.stderr.write(`${JSON.stringify(result)}\n`);
    return result;
  });
const towns = [
  timed(oneVehicle),
  timed(() => {
    const { routes, left, cost } = solve(sixVehicles(), { rounds: 30_000 });
    const name = '120 stops, six vehicles with capacity';
    return { name, vehicles: routes.length, left: left.length, drivingH: Number((cost / 3600).toFixed(2)) };
  }),
];
const worst = Math.max(...results.map(({ gapPercent, left }) => (left > 0 ? Infinity : gapPercent)));
const mean = results.reduce((sum, { gapPercent }) => sum + gapPercent, 0) / Math.max(1, results.length);
process.stdout.write(
  `${JSON.stringify({ bench: 'routes', worst, mean: Number(mean.toFixed(2)), towns, results, cpu: cpus()[0]?.model ?? '' })}\n`,
);
