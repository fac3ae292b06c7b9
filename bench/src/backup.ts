/**
 * `npm run -s bench:backup`: the rate of a backup with and without devices that report, the rate of ingest meanwhile, and
 * the rate of a restore. Options: `--megabytes 300` of positions, `--turns 2`, `--duration 8` seconds of each load.
 */
import { spawn } from 'node:child_process';
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

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '300' },
    turns: { type: 'string', default: '2' },
    duration: { type: 'string', default: '8' },
  },
});
const megabytes = numberOf('--megabytes', values.megabytes, 1, 100_000);
const turns = Math.floor(numberOf('--turns', values.turns, 1, 20));
const durationS = numberOf('--duration', values.duration, 1, 600);

const root = await mkdtemp(path.join(tmpdir(), 'milepost-bench-'));
try {
  process.stdout.write(`${JSON.stringify(await benchBackup())}\n`);
} finally {
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}

async function benchBackup() {
  const [gt06, teltonika] = [await freePort(), await freePort()];
  const dataDir = path.join(root, 'data');
  const target = path.join(root, 'target');
  await mkdir(target);
  const plain = {
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'gateway,ingest',
    GATEWAY_GT06_PORT: String(gt06),
    GATEWAY_TELTONIKA_PORT: String(teltonika),
  };
  const backedUp = { ...plain, BACKUP_URL: `file://${target}`, BACKUP_KEY: 'ab'.repeat(32), BACKUP_LOG_SECONDS: '5' };
  let loads = 0;
  const ingest = async () => {
    loads += 1;
    const load = await runGenerator(
      {
        host: '127.0.0.1',
        ports: { gt06, teltonika },
        devices: DEVICES,
        mix: 'teltonika',
        recordsPerPacket: 1,
        rate: null,
        warmUpS: 4,
        durationS,
        // Each load reports about hours of its own.
        startsAt: Math.floor(Date.now() / 1000) * 1000 - 40 * HOUR_MS + loads * HOUR_MS,
      },
      () => {},
    );
    if (load.faults.length > 0) throw new Error(load.faults.join('; '));
    return load.measured / load.seconds;
  };

  let server = await startServerProcess(plain);
  const url = readPostmaster(dataDir)?.url ?? '';
  const pool = new Pool({ connectionString: url });
  await registerDevices(url, DEVICES, pino({ level: 'silent' }));
  const bytes = await fill(pool);
  const version = await postgresVersion(url);
  await pool.end();

  const figures: Record<'without' | 'withLog' | 'withBackup' | 'backupBusyS' | 'backupAloneS', number[]> = {
    without: [],
    withLog: [],
    withBackup: [],
    backupBusyS: [],
    backupAloneS: [],
  };
  for (let turn = 0; turn < turns; turn += 1) {
    figures.without.push(await ingest());
    await server.stop();
    server = await startServerProcess(backedUp);
    figures.withLog.push(await ingest());
    const over = new AbortController();
    const backups = (async () => {
      while (!over.signal.aborted) figures.backupBusyS.push(await milepost(backedUp, 'backup'));
    })();
    figures.withBackup.push(await ingest());
    over.abort();
    await backups;
    figures.backupAloneS.push(await milepost(backedUp, 'backup'));
    await server.stop();
    server = await startServerProcess(plain);
  }
  await server.stop();
  const restoreS = await milepost({ ...backedUp, DATA_DIR: path.join(root, 'restored') }, 'restore');
  const rate = (seconds: number) => Math.round(bytes / 1e5 / seconds) / 10;
  const part = (list: number[]) => Math.round((median(list) / median(figures.without)) * 1000) / 1000;
  return {
    bench: 'backup',
    clusterMegabytes: Math.round(bytes / 1e6),
    turns,
    durationS,
    positionsPerSecond: Math.round(median(figures.without)),
    ingestBesideLog: part(figures.withLog),
    ingestBesideBackup: part(figures.withBackup),
    backupMegabytesPerSecond: rate(median(figures.backupAloneS)),
    backupBesideIngestMegabytesPerSecond: rate(median(figures.backupBusyS)),
    restoreMegabytesPerSecond: rate(restoreS),
    machine: machine(version),
  };
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

/** Runs a command as the server does. @returns its seconds */
function milepost(environment: Record<string, string>, command: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, command], {
      env: { ...process.env, DATABASE_URL: '', ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve((performance.now() - began) / 1000);
      else reject(new Error(`milepost ${command} ended with ${code}`));
    });
  });
}
