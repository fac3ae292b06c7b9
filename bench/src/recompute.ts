/**
 * `npm run -s bench:recompute`: processor time of recomputing the facts of a fleet's past, as after an upgrade with a new
 * version of their computation. One line of JSON. With `--data-dir`, that of a copy of the data folder of a stopped server,
 * such as the demo's.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createMemoryBus } from '@milepost/server/bus/memory-bus';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { createContexts } from '@milepost/server/facts/contexts';
import { loadDirectory } from '@milepost/server/facts/directory';
import { createFactsMetrics } from '@milepost/server/facts/facts-metrics';
import { createLateQueue } from '@milepost/server/facts/late-queue';
import { createOlderQueue } from '@milepost/server/facts/older-queue';
import { MAX_FACTS } from '@milepost/server/facts/recompute';
import { recomputeFacts } from '@milepost/server/facts/recompute-facts';
import { allDevices, type TrackingCore } from '@milepost/server/facts/tracking-core';
import { createWorkShare } from '@milepost/server/facts/work-share';
import { packOlderDays } from '@milepost/server/jobs/pack-days-job';
import type { Database } from '@milepost/server/store/database';
import { startPackThread } from '@milepost/server/store/tracks/pack-thread';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { cpuSecondsOfFamily } from './system/cpu-time.ts';
import { machine } from './system/machine.ts';
import { addMonthTrack } from './system/month-track.ts';

const DAY_MS = 86_400_000;

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '4' },
    /** Fixes of each vehicle, 30 s apart. */
    fixes: { type: 'string', default: '86400' },
    rounds: { type: 'string', default: '2' },
    'data-dir': { type: 'string' },
    /** Also measures with packed days. */
    packed: { type: 'boolean', default: false },
  },
});

async function benchRecompute(vehicles: number, fixes: number, rounds: number) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-recompute-'));
  const copied = values['data-dir'];
  if (copied !== undefined) await cp(copied, dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  try {
    await migrate(server.url);
    const database = createPool(server.url, logger);
    try {
      await database.query(
        `INSERT INTO organisations (name) SELECT 'Bench' WHERE NOT EXISTS (SELECT FROM organisations)`,
      );
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      const added = copied === undefined ? vehicles : 0;
      for (let number = 1; number <= added; number++) await addMonthTrack(server.url, fixes, today, logger, number);
      await database.query('VACUUM ANALYZE');
      const positions = await countPositions(database);
      const measure = () => measureRounds(database, server, { logger, rounds, positions });
      const rows = await measure();
      if (!values.packed) return { bench: 'recompute', positions, rows };
      await packAll(database, logger);
      return { bench: 'recompute', positions, rows, packed: await measure() };
    } finally {
      await database.end();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function countPositions(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM positions) + (SELECT coalesce(sum(count), 0) FROM position_chunks)::int8 AS count`,
  );
  return rows[0]?.count ?? 0;
}

/** Microseconds a position: elapsed, and of the processor in the server and in PostgreSQL. */
async function measureRounds(
  database: Database,
  server: EmbeddedPostgres,
  { logger, rounds, positions }: { logger: pino.Logger; rounds: number; positions: number },
) {
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const core = await createCore(database, logger);
    const [began, own, theirs] = [performance.now(), process.cpuUsage(), cpuSecondsOfFamily(server.pid() ?? 0) ?? 0];
    for (const { id: installationId } of core.directory.all()) {
      await recomputeFacts(core, { installationId, lateAt: Infinity, whole: true });
    }
    const used = process.cpuUsage(own);
    results.push({
      wallUs: round1(((performance.now() - began) * 1000) / positions),
      serverUs: round1((used.user + used.system) / positions),
      databaseUs: round1((((cpuSecondsOfFamily(server.pid() ?? 0) ?? 0) - theirs) * 1e6) / positions),
    });
  }
  return results;
}

async function packAll(database: Database, logger: pino.Logger): Promise<void> {
  await database.query(
    `INSERT INTO telemetry_rolled (day) SELECT to_date(right(relname, 8), 'YYYYMMDD') FROM pg_class
      WHERE relkind = 'r' AND relname ~ '^positions_\\d{8}$' ON CONFLICT DO NOTHING`,
  );
  const thread = startPackThread();
  const { signal } = new AbortController();
  await packOlderDays({ database, logger, make: thread.make, signal, afterDays: 0, quietMs: 0, restFactor: 0 });
  await thread.close();
}

async function createCore(database: Database, logger: pino.Logger): Promise<TrackingCore> {
  return {
    database,
    bus: createMemoryBus(logger),
    logger,
    metrics: createFactsMetrics(new Registry()),
    writeQueue: { between: (work) => work(), write: () => Promise.reject(new Error('nothing arrives')) },
    directory: await loadDirectory(database),
    contexts: createContexts(database),
    states: new Map(),
    queue: createLateQueue(),
    older: createOlderQueue(),
    shares: createWorkShare(),
    maxFacts: MAX_FACTS,
    ...allDevices(),
    recomputed: new Map(),
  };
}

const round1 = (value: number) => Math.round(value * 10) / 10;

const figures = await benchRecompute(Number(values.vehicles), Number(values.fixes), Number(values.rounds));
process.stdout.write(`${JSON.stringify({ ...figures, machine: machine('') })}\n`);
