/**
 * `npm run -s bench:backup`: ingest at a fixed rate beside backups that follow one another, and without them, by turns:
 * the rate that is reached and the time to the acknowledgement, which is after the commit; the rate of backups beside it
 * and alone, and of a restore. Options: `--megabytes 300` of positions, `--rounds 5`, `--duration 15` seconds of each
 * load, `--rate 5000` positions a second; without a rate, `--part 0.5` of what a short load without backups reaches.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@milepost/server/database/free-port';
import { readPostmaster } from '@milepost/server/database/running';
import { dayOf, ensureDay } from '@milepost/server/store/tracks/partitions';
import { Pool } from 'pg';
import { pino } from 'pino';
import { runGenerator } from './generator-process.ts';
import { numberOf } from './ingest-options.ts';
import { percentile } from './percentile.ts';
import { machine } from './system/machine.ts';
import { registerDevices } from './system/provision.ts';
import { startServerProcess } from './system/server-process.ts';
import { postgresVersion } from './system/table-size.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('@milepost/server/cli/milepost'));
const DEVICES = 200;
/** Stored size of the positions of which the cluster is made. */
const BYTES_PER_POSITION = 230;
const HOUR_MS = 3_600_000;

const CALIBRATION_S = 8;
const WARM_UP_S = 4;
/** The database for which the time of a backup is stated. */
const LARGE_MEGABYTES = 50_000;

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    duration: { type: 'string', default: '15' },
    rate: { type: 'string' },
    part: { type: 'string', default: '0.5' },
  },
});
const megabytes = numberOf('--megabytes', values.megabytes, 1, 100_000);
const rounds = Math.floor(numberOf('--rounds', values.rounds, 1, 100));
const durationS = numberOf('--duration', values.duration, 1, 600);
const part = numberOf('--part', values.part, 0.01, 1);
const fixedRate = values.rate === undefined ? null : numberOf('--rate', values.rate, 1, 1_000_000);

const root = await mkdtemp(path.join(tmpdir(), 'milepost-bench-'));
try {
  process.stdout.write(`${JSON.stringify(await benchBackup())}\n`);
} finally {
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}

type Load = Awaited<ReturnType<typeof runGenerator>>;

async function benchBackup() {
  const [gt06, teltonika] = [await freePort(), await freePort()];
  const dataDir = path.join(root, 'data');
  const target = path.join(root, 'target');
  await mkdir(target);
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'gateway,ingest',
    GATEWAY_GT06_PORT: String(gt06),
    GATEWAY_TELTONIKA_PORT: String(teltonika),
    BACKUP_URL: `file://${target}`,
    BACKUP_KEY: 'ab'.repeat(32),
    BACKUP_LOG_SECONDS: '5',
  };
  let loads = 0;
  const ingest = async (rate: number | null, seconds: number): Promise<Load> => {
    loads += 1;
    const load = await runGenerator(
      {
        host: '127.0.0.1',
        ports: { gt06, teltonika },
        devices: DEVICES,
        mix: 'teltonika',
        recordsPerPacket: 1,
        rate,
        warmUpS: WARM_UP_S,
        durationS: seconds,
        // Each load reports about hours of its own.
        startsAt: Math.floor(Date.now() / 1000) * 1000 - 40 * HOUR_MS + loads * HOUR_MS,
      },
      () => {},
    );
    if (load.faults.length > 0) throw new Error(load.faults.join('; '));
    return load;
  };
  /** Only the newest backup stays, so that the disk does not fill. */
  const backUp = async (signal?: AbortSignal): Promise<number | null> => {
    for (const folder of ['backups', 'base']) await rm(path.join(target, folder), { recursive: true, force: true });
    return milepost(settings, 'backup', signal);
  };

  const server = await startServerProcess(settings);
  const url = readPostmaster(dataDir)?.url ?? '';
  const pool = new Pool({ connectionString: url });
  await registerDevices(url, DEVICES, pino({ level: 'silent' }));
  const bytes = await fill(pool);
  const version = await postgresVersion(url);
  await pool.end();

  const possible = fixedRate === null ? perSecond(await ingest(null, CALIBRATION_S)) : null;
  const rate = fixedRate ?? Math.max(1, Math.round((possible ?? 1) * part));
  const without: Load[] = [];
  const beside: Load[] = [];
  const busyS: number[] = [];
  const measureBeside = async () => {
    const over = new AbortController();
    const backups = (async () => {
      while (!over.signal.aborted) {
        const seconds = await backUp(over.signal);
        if (seconds !== null) busyS.push(seconds);
      }
    })();
    beside.push(await ingest(rate, durationS));
    over.abort();
    await backups;
  };
  for (let round = 0; round < rounds; round += 1) {
    // The order changes, as the table grows with each load.
    if (round % 2 === 1) await measureBeside();
    without.push(await ingest(rate, durationS));
    if (round % 2 === 0) await measureBeside();
  }
  const aloneS = (await backUp()) ?? Number.NaN;
  await server.stop();
  const restoreS = (await milepost({ ...settings, DATA_DIR: path.join(root, 'restored') }, 'restore')) ?? Number.NaN;
  const megabytesPerSecond = (seconds: number) => Math.round(bytes / 1e5 / seconds) / 10;
  const hours = (seconds: number) => Math.round(((seconds * LARGE_MEGABYTES * 1e6) / bytes / 3600) * 100) / 100;
  const [reached, reachedBeside] = [median(without.map(perSecond)), median(beside.map(perSecond))];
  const latency = (all: readonly Load[], of: 'p50Ms' | 'p99Ms' | 'maxMs') =>
    Math.round(median(all.map((load) => load[of] ?? 0)) * 10) / 10;
  const latencies = (all: readonly Load[]) => ({
    p50Ms: latency(all, 'p50Ms'),
    p99Ms: latency(all, 'p99Ms'),
    maxMs: latency(all, 'maxMs'),
  });
  return {
    bench: 'backup',
    clusterMegabytes: Math.round(bytes / 1e6),
    rounds,
    durationS,
    possiblePerSecond: possible,
    offeredPerSecond: rate,
    reachedPerSecond: reached,
    reachedBesideBackup: Math.round((reachedBeside / reached) * 1000) / 1000,
    acknowledgement: latencies(without),
    acknowledgementBesideBackup: latencies(beside),
    backupMegabytesPerSecond: megabytesPerSecond(aloneS),
    /** Null if no backup ended while devices reported. */
    backupBesideIngestMegabytesPerSecond: busyS.length === 0 ? null : megabytesPerSecond(median(busyS)),
    hoursOf50Gigabytes: { alone: hours(aloneS), besideIngest: busyS.length === 0 ? null : hours(median(busyS)) },
    restoreMegabytesPerSecond: megabytesPerSecond(restoreS),
    machine: machine(version),
  };
}

function perSecond({ measured, seconds }: Load): number {
  return Math.round(measured / seconds);
}

function median(list: readonly number[]): number {
  return (
    percentile(
      list.toSorted((a, b) => a - b),
      0.5,
    ) ?? 0
  );
}

/** Adds positions of a device whose drive is as irregular as a real one. @returns the bytes of the database */
async function fill(pool: Pool): Promise<number> {
  const rows = Math.ceil((megabytes * 1e6) / BYTES_PER_POSITION);
  const days = Math.ceil(rows / 86_400);
  for (let day = dayOf(Date.now()) - days - 3; day <= dayOf(Date.now()); day += 1) await ensureDay(pool, day);
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT (SELECT max(id) FROM devices), at, (random() * 2e9)::int, at + random() * interval '5 s',
       -349000000 + (random() * 1e6)::int, -562000000 - (random() * 1e6)::int, (random() * 900)::int,
       (random() * 359)::int, 7, jsonb_build_object('fuelL', round(random() * 600) / 10, 'supplyV', round(random() * 30) / 2 + 9)
     FROM generate_series(1, $1::int) n, LATERAL (SELECT now() - interval '2 days' - n * interval '1 s' AS at) t`,
    [rows],
  );
  await pool.query('VACUUM positions');
  const { rows: sizes } = await pool.query<{ bytes: number }>(
    'SELECT sum(pg_database_size(oid))::float8 AS bytes FROM pg_database',
  );
  return sizes[0]?.bytes ?? 0;
}

/** Runs a command as the server does. @returns its seconds; null if it was aborted */
async function milepost(
  environment: Record<string, string>,
  command: string,
  signal?: AbortSignal,
): Promise<number | null> {
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, command], {
    env: { ...process.env, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'ignore', signal ? 'ignore' : 'inherit'],
  });
  const abort = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', abort);
  const [code]: unknown[] = await once(child, 'close');
  signal?.removeEventListener('abort', abort);
  if (signal?.aborted) return null;
  if (code !== 0) throw new Error(`milepost ${command} ended with ${String(code)}`);
  return (performance.now() - began) / 1000;
}
