import { freePort } from '@milepost/server/database/free-port';
import { runGenerator } from './generator-process.ts';
import { driveRuns, planRuns } from './runs/drive-runs.ts';
import type { IngestOptions } from './ingest-options.ts';
import { cpuSeconds, cpuSecondsOfFamily } from './system/cpu-time.ts';
import { machine } from './system/machine.ts';
import { postgresVersion, storedFacts, storedPositions, storedVisits } from './system/table-size.ts';
import { watchFleet } from './system/watch.ts';
import { serve, withDatabase } from './system/with-database.ts';

export type IngestFigures = Awaited<ReturnType<typeof benchIngest>>;

/** An hour back (for each second between reports): fix times run ahead of the clock where devices report more than once a second. */
const START_BACK_S = 3600;

/**
 * Measures the way of positions from a socket to the acknowledgement after their commit: a database with the settings
 * of production, a server and a fleet, each in a process of its own, all made for the occasion and removed after it.
 * With tracking and without where both are asked for, each with everything its own.
 */
export async function benchIngest(options: IngestOptions) {
  const { tracking } = options;
  if (tracking !== 'both') return benchOnce(options, tracking === 'on');
  const without = await benchOnce(options, false);
  const figures = await benchOnce(options, true);
  const { positionsPerSecond, p50Ms, p99Ms } = without;
  return {
    ...figures,
    tracking,
    withoutTracking: { positionsPerSecond, p50Ms, p99Ms, cpuSeconds: without.cpuSeconds },
    slowerBy: rounded(1 - figures.positionsPerSecond / positionsPerSecond),
  };
}

async function benchOnce(options: IngestOptions, tracking: boolean) {
  return withDatabase(options.devices, async (ground) => {
    const { database, logger } = ground;
    if (options.fences + options.outlets > 0) await watchFleet(database.url, options, logger);
    if (options.runs) await planRuns(database.url, logger);
    const ports = { gt06: await freePort(), teltonika: await freePort() };
    const server = await serve(ground, ports, {
      ROLES: options.roles,
      TRACKING: String(tracking),
      GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '20000',
    });

    const driven = options.runs ? driveRuns(database.url, logger) : null;
    const cpu = () => ({ server: cpuSeconds(server.pid), postgres: cpuSecondsOfFamily(database.pid() ?? 0) });
    let before = cpu();
    let after = before;
    const load = await runGenerator(
      {
        host: '127.0.0.1',
        ports,
        devices: options.devices,
        mix: options.mix,
        recordsPerPacket: options.records,
        rate: options.rate,
        warmUpS: options.warmUpS,
        durationS: options.durationS,
        startsAt: (Math.floor(Date.now() / 1000) - START_BACK_S * options.interval) * 1000,
        ...(options.interval > 1 && { intervalS: options.interval }),
      },
      (what) => {
        if (what === 'begin') before = cpu();
        else after = cpu();
      },
    );
    const stays = await driven?.stop();
    const stored = await storedPositions(database.url);
    return {
      bench: 'ingest',
      ...options,
      rate: options.rate ?? 'max',
      tracking: tracking ? 'on' : 'off',
      positionsPerSecond: Math.round(load.measured / load.seconds),
      p50Ms: rounded(load.p50Ms),
      p99Ms: rounded(load.p99Ms),
      maxMs: rounded(load.maxMs),
      seconds: rounded(load.seconds),
      cpuSeconds: {
        generator: rounded(load.cpuSeconds),
        server: difference(before.server, after.server),
        postgres: difference(before.postgres, after.postgres),
      },
      acknowledged: load.acknowledged,
      stored: stored.rows,
      facts: await storedFacts(database.url),
      ...(options.runs && { stays, served: await storedVisits(database.url) }),
      bytesPerPosition: {
        table: rounded(stored.tableBytes / Math.max(1, stored.rows)),
        index: rounded(stored.indexBytes / Math.max(1, stored.rows)),
      },
      faults: load.faults,
      machine: machine(await postgresVersion(database.url)),
    };
  });
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

const difference = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : rounded(to - from);
