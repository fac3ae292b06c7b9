// npm run bench:schedules: ingest while fifty reports are due at the same minute.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { freePort } from '@milepost/server/database/free-port';
import { testMailServer } from '@milepost/server/testing/mail-server';
import { runGenerator } from './generator-process.ts';
import { seedPast } from './reports/seed.ts';
import { cpuSeconds, cpuSecondsOfFamily } from './system/cpu-time.ts';
import { machine } from './system/machine.ts';
import { postgresVersion } from './system/table-size.ts';
import { serve, withDatabase } from './system/with-database.ts';

const SCHEDULES = 50;
const KINDS = ['trips', 'stops', 'idling', 'geofence-visits', 'travel-summary'];
/** The days of facts: last week and the time before it. */
const DAYS = 16;
const UNDER_WAY = ['running'];
const ENDED = ['sent', 'empty', 'failed'];
/** The time in which devices connect and warm up. */
const LOAD_STARTS_MS = 8000;
/** The queue polls for due schedules once a minute. */
const TAKEN_WITHIN_S = 100;
const HOUR_MS = 3_600_000;

interface SchedulesOptions {
  devices: number;
  /** The seconds of each of the three measurements: before, while the schedules run, and after. */
  durationS: number;
  /** The positions a second; null for as fast as acknowledgements come. */
  rate: number | null;
}

interface Measured {
  positionsPerSecond: number;
  /** The microseconds of processor time of server and database per position. */
  cpuUs: number;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * The cost of fifty schedules, due at the same minute, for the ingest of positions: the same load before, while their
 * files are made, and after.
 */
async function benchSchedules({ devices, durationS, rate }: SchedulesOptions) {
  return withDatabase(devices, async (ground) => {
    const { database, stops } = ground;
    const mails = await testMailServer();
    stops.push(mails.close);
    await seedPast(database.url, {
      vehicles: devices,
      days: DAYS,
      end: new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000),
    });
    const ports = { gt06: await freePort(), teltonika: await freePort() };
    const server = await serve(ground, ports, {
      ROLES: 'gateway,ingest,web,jobs',
      SMTP_URL: mails.url,
      MAIL_FROM: 'bench@example.org',
      GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '20000',
    });
    const db = new Client({ connectionString: database.url });
    await db.connect();
    stops.push(() => db.end());
    const stored = async (): Promise<number> => {
      const { rows } = await db.query<{ stored: number }>(
        `SELECT sum(n_tup_ins)::float8 AS stored FROM pg_stat_user_tables WHERE relname LIKE 'positions%'`,
      );
      return rows[0]?.stored ?? 0;
    };
    const cpu = () => (cpuSeconds(server.pid) ?? 0) + (cpuSecondsOfFamily(database.pid() ?? 0) ?? 0);
    /**
     * The positions a second over a part of the load, and the processor time of server and database per position,
     * whatever else the machine did.
     */
    const measured = async (): Promise<Measured> => {
      const [from, worked, began] = [await stored(), cpu(), performance.now()];
      await delay(durationS * 1000);
      const [positions, seconds] = [(await stored()) - from, (performance.now() - began) / 1000];
      return {
        positionsPerSecond: Math.round(positions / seconds),
        cpuUs: Math.round(((cpu() - worked) / Math.max(1, positions)) * 1e7) / 10,
      };
    };
    const runs = async (states: readonly string[]) =>
      (await db.query('SELECT FROM report_schedule_runs WHERE state = ANY($1)', [states])).rowCount ?? 0;

    // One continuous load: devices that reconnect hours later would be a different load.
    const load = runGenerator(
      {
        host: '127.0.0.1',
        ports,
        devices,
        mix: 'mixed',
        recordsPerPacket: 10,
        rate,
        warmUpS: 4,
        durationS: 4 * durationS + TAKEN_WITHIN_S,
        startsAt: Math.floor(Date.now() / 1000) * 1000 - 4 * HOUR_MS,
      },
      () => {},
    );
    const figures = async () => {
      await delay(LOAD_STARTS_MS);
      const before = await measured();
      await addSchedules(db);
      while ((await runs(UNDER_WAY)) === 0) await delay(200);
      const during = await measured();
      const ended = await runs(ENDED);
      const failed = await runs(['failed']);
      // Waiting executions find no schedule any more and do nothing; at most one is in progress.
      await db.query('DELETE FROM report_schedules');
      await delay(LOAD_STARTS_MS);
      return { before, during, after: await measured(), ended, failed };
    };
    const [{ before, during, after, ...rest }] = await Promise.all([figures(), load]);
    return {
      bench: 'schedules',
      devices,
      rate: rate ?? 'max',
      before,
      during,
      after,
      ratio: rounded((during.positionsPerSecond * 2) / (before.positionsPerSecond + after.positionsPerSecond)),
      // The throughput with the same processor time: the share that other programs leave varies from one measurement to
      // the next.
      workRatio: rounded((before.cpuUs + after.cpuUs) / 2 / during.cpuUs),
      ...rest,
      machine: machine(await postgresVersion(database.url)),
    };
  });
}

/** Fifty schedules, due now: a week of the fleet as XLSX to an address. */
async function addSchedules(db: Client): Promise<void> {
  await db.query(
    `INSERT INTO report_schedules (organisation_id, user_id, role_id, kind, params, range, year_before, formats, every,
       every_days, first_day, weekday, month_day, at_time, time_zone, people_ids, addresses, skip_empty, next_at)
     SELECT u.organisation_id, u.id, u.role_id, ($1::text[])[1 + n % cardinality($1::text[])], '{}', 'last-7', false, '{xlsx}',
       'day', 1, current_date, 1, 1, '00:00', 'UTC', '{}', '{boss@example.org}', false, now()
     FROM (SELECT * FROM users ORDER BY id LIMIT 1) u, generate_series(1, $2::int) n`,
    [KINDS, SCHEDULES],
  );
}

/** The minimum share of the positions a second without schedules that must be stored with them. */
const MIN_RATIO = 0.9;

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    duration: { type: 'string', default: '20' },
    rate: { type: 'string', default: 'max' },
  },
});
const figures = await benchSchedules({
  devices: Math.max(1, Math.floor(Number(values.devices)) || 1000),
  durationS: Math.max(1, Number(values.duration) || 20),
  rate: values.rate === 'max' ? null : Number(values.rate),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (figures.ratio < MIN_RATIO || figures.failed > 0) process.exitCode = 1;
