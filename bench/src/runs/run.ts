import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { listRunDay } from '@milepost/server/store/run-days/run-day';
import {
  listFigureStops,
  readCoverage,
  readRunSums,
  readTerritoryDays,
} from '@milepost/server/store/run-days/run-day-figures';
import { readRunFacts } from '@milepost/server/store/run-days/run-facts';
import { type KnownPasts, makeExpected } from '@milepost/server/store/runs/expected-runs';
import { makeRunFacts } from '@milepost/server/store/runs/make-run-facts';
import { Client } from 'pg';
import { pino } from 'pino';
import { percentile } from '../percentile.ts';
import { seedRuns } from './seed.ts';

const rounded = (ms: number | null) => Math.round((ms ?? 0) * 10) / 10;

/**
 * The milliseconds of the dashboard's requests among three days of runs: the median and the best of `rounds`. Also the
 * time from writing a stop until its run is recomputed and its next arrival is expected, within half a second.
 */
export async function benchRuns({ runs, stops, rounds }: { runs: number; stops: number; rounds: number }) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-runs-'));
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  const database = createPool(server.url, logger);
  const client = new Client({ connectionString: server.url });
  try {
    await migrate(server.url);
    await client.connect();
    const day = await seedRuns(client, { runs, stops });
    process.stderr.write('seeded\n');
    const began = performance.now();
    let made = 0;
    for (let taken = 1; taken > 0; made += taken) ({ taken } = await makeRunFacts(database, Date.now()));
    const makeAllMs = performance.now() - began;
    process.stderr.write(`made ${made}\n`);
    const pasts: KnownPasts = new Map();
    const expecting = performance.now();
    for (let round = 0; round < Math.ceil(runs / 60); round += 1) await makeExpected(database, pasts, [], Date.now());
    const expectAllMs = performance.now() - expecting;
    await client.query('VACUUM ANALYZE');
    const scope = { organisationId: 1, organisationIds: [1], root: true, limit: null };
    const request = { day, states: [], search: '', page: 1, pageSize: 25 };
    const measure = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      await work();
      for (let round = 0; round < rounds; round++) {
        const start = performance.now();
        await work();
        times.push(performance.now() - start);
      }
      const sorted = times.toSorted((a, b) => a - b);
      return { median: rounded(percentile(sorted, 0.5)), best: rounded(sorted[0] ?? null) };
    };
    const { rows } = await client.query<{ id: number }>(
      'SELECT id FROM route_runs WHERE day = $1 ORDER BY id LIMIT 1',
      [day],
    );
    const id = rows[0]?.id ?? 0;
    let metres = 900_000;
    const behind = { day, figure: 'late' as const, sort: 'planned', direction: 'asc' as const, page: 1, pageSize: 100 };
    return {
      bench: 'runs',
      runs,
      stops,
      makeAllMs: Math.round(makeAllMs),
      expectAllMs: Math.round(expectAllMs),
      dayMs: await measure(() => listRunDay(database, scope, request)),
      searchMs: await measure(() => listRunDay(database, scope, { ...request, search: 'route 77' })),
      figuresMs: await measure(() =>
        Promise.all([
          readRunSums(database, scope, { day }),
          readCoverage(database, scope, { day }),
          readTerritoryDays(database, scope, { day }),
        ]),
      ),
      behindMs: await measure(() => listFigureStops(database, scope, behind)),
      runMs: await measure(() => readRunFacts(database, scope, id)),
      stayToFactMs: await measure(async () => {
        await client.query(
          `UPDATE place_stays SET seen_at = seen_at + interval '1 second', end_m = $2
            WHERE id = (SELECT max(s.id) FROM place_stays s JOIN route_runs r ON r.vehicle_id = s.vehicle_id WHERE r.id = $1)`,
          [id, (metres += 10)],
        );
        await makeRunFacts(database, Date.now());
        await makeExpected(database, pasts, [id], Date.now());
      }),
    };
  } finally {
    await client.end();
    await database.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
