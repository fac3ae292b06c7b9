import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ensureBasics } from '@milepost/server/auth/bootstrap';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { readSpans } from '@milepost/server/store/telemetry/pieces';
import { rollDays } from '@milepost/server/store/telemetry/roll-day';
import { stepOf } from '@milepost/server/store/telemetry/steps';
import { readTelemetryKeys } from '@milepost/server/store/telemetry/telemetry-keys';
import { readSteps } from '@milepost/server/store/telemetry/telemetry-series';
import { readTrackSeries } from '@milepost/server/store/tracks/track-series';
import { percentile } from './percentile.ts';
import { seedTelemetry, type TelemetryCounts } from './system/seed-telemetry.ts';

const DAY_MS = 86_400_000;
/** The number of steps of the screen's range. */
const STEPS = 1500;

/**
 * The time to read the values of vehicles that report day and night, milliseconds: from the fixes alone, and with the
 * daily values; the median and the best of `rounds`.
 */
async function benchTelemetry({ rounds, ...counts }: TelemetryCounts & { rounds: number }) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-telemetry-'));
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  const database = createPool(server.url, logger);
  try {
    await migrate(server.url);
    await ensureBasics(database, { adminPassword: 'benchmark-only' });
    const end = await seedTelemetry(database, counts);
    const figures: Record<string, { median: number; best: number }> = {};
    const measure = async (name: string, work: () => Promise<unknown>, times = rounds) => {
      const took: number[] = [];
      for (let round = 0; round < times; round++) {
        const start = performance.now();
        await work();
        took.push(performance.now() - start);
      }
      const sorted = took.toSorted((a, b) => a - b);
      figures[name] = { median: Math.round(percentile(sorted, 0.5) ?? 0), best: Math.round(sorted[0] ?? 0) };
    };
    const rangeOf = (days: number) => ({ from: new Date(end - days * DAY_MS), to: new Date(end) });
    const fromFixes = (days: number, key: string) => () =>
      readTrackSeries(database, 1, { ...rangeOf(days), keys: [key], buckets: STEPS });
    const ids = Array.from({ length: counts.vehicles }, (_, index) => index + 1);
    const drawn = (days: number, vehicleIds: number[], keys: string[]) => async () =>
      readSteps(
        database,
        await readSpans(database, vehicleIds, rangeOf(days)),
        ['speed', ...keys],
        stepOf((days * DAY_MS) / 1000, vehicleIds.length, STEPS),
      );
    await measure('a month from the fixes', fromFixes(30, 'speed'), 1);
    await measure('the whole from the fixes', fromFixes(counts.days, 'fuelL'), 1);
    const rolling = performance.now();
    await rollDays(database, new AbortController().signal);
    const rollS = Math.round((performance.now() - rolling) / 1000);
    await database.query('VACUUM ANALYZE telemetry_days');
    await measure('a day', drawn(1, [1], ['fuelL']));
    await measure('15 days', drawn(15, [1], ['fuelL']));
    await measure('the whole', drawn(counts.days, [1], ['fuelL']));
    await measure('the whole, four values of every vehicle', drawn(counts.days, ids, ['fuelL', 'powerV', 'odometerM']));
    await measure('what there is to draw', async () =>
      readTelemetryKeys(database, await readSpans(database, [1], rangeOf(counts.days))),
    );
    const sizes = await database.query<{ made: number; fixes: number }>(
      `SELECT pg_total_relation_size('telemetry_days')::float8 AS made, sum(pg_total_relation_size(inhrelid))::float8 AS fixes
       FROM pg_inherits WHERE inhparent = 'positions'::regclass`,
    );
    return { bench: 'telemetry', ...counts, rollS, bytes: sizes.rows[0], figures };
  } finally {
    await database.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

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
