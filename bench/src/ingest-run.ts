import { freePort } from '@milepost/server/database/free-port';
import { runGenerator } from './generator-process.ts';
import { driveRuns, planRuns } from './runs/drive-runs.ts';
import type { IngestOptions } from './ingest-options.ts';
import { cpuSecondsOfFamily } from './system/cpu-time.ts';
import { databaseWork } from './system/database-work.ts';
import { machine } from './system/machine.ts';
import { postgresVersion, storedFacts, storedPositions, storedVisits } from './system/table-size.ts';
import { watchFleet } from './system/watch.ts';
import { type Ground, serve, withDatabase } from './system/with-database.ts';

export type IngestFigures = Awaited<ReturnType<typeof benchIngest>>;

/** Fix times run ahead of the clock if devices report more than once a second; per second between reports. */
const START_BACK_S = 3600;
/** A few devices report some hundred times a second each, as fast as acknowledgements come. */
const START_BACK_OF_FEW_S = 6 * 3600;
const FEW_DEVICES = 300;

/**
 * Measures the path of positions from a socket to the acknowledgement after their commit: a database with the settings
 * of production, a server and a fleet, each in its own process, all created for the measurement and removed after it.
 * If both modes are requested, with and without tracking, each has its own set.
 */
export async function benchIngest(options: IngestOptions) {
  const { tracking } = options;
  if (tracking !== 'both') return measureIngest(options, tracking === 'on');
  const without = await measureIngest(options, false);
  const figures = await measureIngest(options, true);
  const { positionsPerSecond, p50Ms, p99Ms } = without;
  return {
    ...figures,
    tracking,
    withoutTracking: { positionsPerSecond, p50Ms, p99Ms, cpuSeconds: without.cpuSeconds },
    slowerBy: rounded(1 - figures.positionsPerSecond / positionsPerSecond),
  };
}

/** Measures once. `checkout`: the folder of another version of the project, whose server is measured. */
export async function measureIngest(options: IngestOptions, tracking: boolean, checkout?: string) {
  return withDatabase(options.devices, (ground) => measureOver(ground, options, tracking), checkout);
}

async function measureOver(ground: Ground, options: IngestOptions, tracking: boolean) {
  const { database, logger, stops } = ground;
  const work = await databaseWork(database.url);
  stops.push(work.close);
  if (options.fences + options.outlets > 0) await watchFleet(database.url, options, logger);
  if (options.runs) await planRuns(database.url, logger);
  const ports = { gt06: await freePort(), teltonika: await freePort() };
  const server = await serve(ground, ports, {
    ROLES: options.roles,
    TRACKING: String(tracking),
    GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '20000',
  });

  const backS = options.rate === null && options.devices <= FEW_DEVICES ? START_BACK_OF_FEW_S : START_BACK_S;
  const driven = options.runs ? driveRuns(database.url, logger) : null;
  const read = () => ({
    server: cpuSecondsOfFamily(server.pid),
    postgres: cpuSecondsOfFamily(database.pid() ?? 0),
    work: work.read(),
  });
  let before = read();
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
      startsAt: (Math.floor(Date.now() / 1000) - backS * options.interval) * 1000,
      ...(options.interval > 1 && { intervalS: options.interval }),
    },
    (what) => {
      if (what === 'begin') before = read();
      else after = read();
    },
  );
  const dwells = await driven?.stop();
  const stored = await storedPositions(database.url);
  const cpu = {
    server: difference(before.server, after.server),
    postgres: difference(before.postgres, after.postgres),
  };
  const [began, ended] = [await before.work, await after.work];
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
    cpuSeconds: { generator: rounded(load.cpuSeconds), ...cpu },
    cpuMicrosPerPosition: perPosition(cpu, load.measured),
    positionsPerCommit: rounded(load.measured / Math.max(1, ended.commits - began.commits)),
    walBytesPerPosition: Math.round((ended.walBytes - began.walBytes) / Math.max(1, load.measured)),
    acknowledged: load.acknowledged,
    stored: stored.rows,
    facts: await storedFacts(database.url),
    ...(options.runs && { stays: dwells, served: await storedVisits(database.url) }),
    bytesPerPosition: {
      table: rounded(stored.tableBytes / Math.max(1, stored.rows)),
      index: rounded(stored.indexBytes / Math.max(1, stored.rows)),
    },
    faults: load.faults,
    machine: machine(await postgresVersion(database.url)),
  };
}

interface Cpu<Value> {
  server: Value;
  postgres: Value;
}

/** The microseconds of processor time per position; null if the system does not report processor time. */
function perPosition({ server, postgres }: Cpu<number | null>, positions: number): Cpu<number> | null {
  if (server === null || postgres === null || positions === 0) return null;
  const micros = (seconds: number) => Math.round((seconds * 1e7) / positions) / 10;
  return { server: micros(server), postgres: micros(postgres) };
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

const difference = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : rounded(to - from);
