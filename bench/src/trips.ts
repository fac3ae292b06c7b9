import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { listTrips } from '@milepost/server/store/timeline/list-facts';
import { readTimeline } from '@milepost/server/store/timeline/timeline';
import { percentile } from './percentile.ts';

const DAY_MS = 86_400_000;
const TRIPS_A_DAY = 8;
/** The days of facts before the range, which must not cost anything. */
const PAST_DAYS = 90;
/** The number of days per statement. */
const PIECE_DAYS = 10;

/** The vehicles of one organisation with eight trips and stops on each day, the last `days` of them in the range. */
async function seed(url: string, vehicles: number, days: number, end: Date): Promise<void> {
  // A separate connection: those of the pool cancel such a long statement.
  const database = new Client({ connectionString: url });
  await database.connect();
  const all = days + PAST_DAYS;
  await database.query(`INSERT INTO organisations (id, name) OVERRIDING SYSTEM VALUE VALUES (1, 'Bench')
                        ON CONFLICT DO NOTHING`);
  await database.query(
    `INSERT INTO vehicles (id, organisation_id, registration, type) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'SBA ' || n, 'van' FROM generate_series(1, $1::int) n`,
    [vehicles],
  );
  await database.query(
    `INSERT INTO devices (id, organisation_id, identity) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'bench-' || n FROM generate_series(1, $1::int) n`,
    [vehicles],
  );
  await database.query(
    `INSERT INTO installations (id, device_id, vehicle_id, installed_at) OVERRIDING SYSTEM VALUE
     SELECT n, n, n, $2::timestamptz - interval '500 days' FROM generate_series(1, $1::int) n`,
    [vehicles, end],
  );
  // In order of time, as ingest writes them; in pieces that each stay within the statement timeout.
  for (let before = all; before > 0; before -= PIECE_DAYS) {
    await seedFacts(database, vehicles, { end, from: before, to: Math.max(0, before - PIECE_DAYS) });
  }
  await database.query('VACUUM ANALYZE trips, stops, vehicles');
  await database.end();
}

/** The trips of the days from `from` to `to` before `end`, and a stop after each. */
async function seedFacts(database: Client, vehicles: number, days: { end: Date; from: number; to: number }) {
  await database.query(
    `WITH made AS (
       INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat,
         start_lon, end_lat, end_lon, start_reason, end_reason, distance_m, idle_s, average_kph, max_kph, overspeeds,
         holes, bridged_m, legs, notes)
       SELECT v, 'trip:' || extract(epoch FROM t), t, v, t, t + interval '40 minutes', 2400, -34.9, -56.2, -34.8, -56.1,
         'ignition', 'ignition', 5000 + random() * 40000, 120, 30, 62, 0, 0, 0,
         '{"parkedNoise":{"legs":12,"distanceM":140}}', '[]'
       FROM (SELECT v, $2::timestamptz - make_interval(hours => 3 * n + 1, secs => v % 3000) AS t
             FROM generate_series($3::int * ${TRIPS_A_DAY} - 1, $4::int * ${TRIPS_A_DAY}, -1) n,
                  generate_series(1, $1::int) v) times
       RETURNING vehicle_id, ended_at, end_lat, end_lon)
     INSERT INTO stops (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
       start_reason, idle_s)
     SELECT vehicle_id, 'stop:' || extract(epoch FROM ended_at), ended_at, vehicle_id, ended_at,
       ended_at + interval '140 minutes', 8400, end_lat, end_lon, 'ignition', 60 FROM made`,
    [vehicles, days.end, days.from, days.to],
  );
}

/**
 * The milliseconds of the first page of a month's trips of a fleet, by each sorting, including its count, and of a page
 * of the timeline: the median and the best of `rounds`, because other work on the machine only ever adds.
 */
async function benchTrips({ vehicles, days, rounds }: { vehicles: number; days: number; rounds: number }) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-trips-'));
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  const database = createPool(server.url, logger);
  try {
    await migrate(server.url);
    const to = new Date();
    const from = new Date(to.getTime() - days * DAY_MS);
    await seed(server.url, vehicles, days, to);
    const scope = { organisationId: 1, organisationIds: [1], root: true, limit: null };
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
    const page = { search: '', direction: 'desc' as const, page: 1, pageSize: 50, from, to };
    const trips =
      (sort: string, more: { page?: number } = {}) =>
      () => {
        return listTrips(database, scope, { ...page, sort, ...more }, () => null);
      };
    const day = new Date(to.getTime() - DAY_MS);
    return {
      bench: 'trips',
      vehicles,
      days,
      trips: vehicles * days * TRIPS_A_DAY,
      firstPageMs: await measure(trips('start')),
      lastPageMs: await measure(trips('start', { page: Math.ceil((vehicles * days * TRIPS_A_DAY) / 50) })),
      byDistanceMs: await measure(trips('distance')),
      byVehicleMs: await measure(trips('registration')),
      timelineMs: await measure(() =>
        readTimeline(database, scope, { ...page, from: day, sort: 'registration' }, () => null),
      ),
    };
  } finally {
    await database.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const rounded = (ms: number | null) => Math.round((ms ?? 0) * 10) / 10;

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
