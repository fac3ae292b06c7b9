/**
 * `npm run -s bench:neighbours`: the delays for one organisation while four others make the most expensive requests.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { type Caller, signInByCall } from '@milepost/e2e/harness/caller';
import { freePort } from '@milepost/server/database/free-port';
import { dayOf, ensureDay } from '@milepost/server/store/tracks/partitions';
import { imeiOf } from './devices/fleet.ts';
import { sendFromPhones } from './flood/phones.ts';
import { percentile } from './percentile.ts';
import { machine } from './system/machine.ts';
import { BENCH_PASSWORD } from './system/provision.ts';
import { postgresVersion } from './system/table-size.ts';
import { serve, withDatabase } from './system/with-database.ts';

const PHONES = 10;
const ORGANISATIONS = 4;
const VEHICLES = 125;
const DAYS = 60;
const TRIPS_A_DAY = 8;
/** The days of one vehicle of each organisation, with a fix every 5 s. */
const FIX_DAYS = 5;
const AT_ONCE = 4;
const PHASE_S = 10;
const DAY_MS = 86_400_000;

/**
 * Measures the delays for one organisation while four others make the most expensive requests: the time of a simple
 * call, of a small report, and to the acknowledgement of its phones. Measured without load, beside lists of trips by
 * distance, and beside files of tracks.
 */
async function benchNeighbours() {
  return withDatabase(PHONES, async (ground) => {
    const { database } = ground;
    const pool = new Pool({ connectionString: database.url });
    ground.stops.push(() => pool.end());
    const vehicles = await addOthers(pool);
    const [osmand, web] = [await freePort(), await freePort()];
    await serve(ground, { osmand }, { ROLES: 'gateway,ingest,web', PORT: String(web) });
    const address = `http://127.0.0.1:${web}`;
    const signIn = (username: string) => signInByCall({ address, username, password: BENCH_PASSWORD }, username);
    const own = await signIn('admin');
    const others: Caller[] = [];
    for (let at = 0; at < ORGANISATIONS; at += 1) others.push(await signIn(`other-${at}`));
    const range = { from: new Date(Date.now() - 30 * DAY_MS).toISOString(), to: new Date().toISOString() };
    const days = { from: new Date(Date.now() - FIX_DAYS * DAY_MS).toISOString(), to: range.to };
    const phases = [
      await measure('alone', own, osmand, []),
      await measure(
        '16 lists of trips by distance',
        own,
        osmand,
        others.map((one) => () => one.call('get-trip-list', { ...range, sort: 'distance', direction: 'desc' })),
      ),
      await measure(
        '16 files of tracks',
        own,
        osmand,
        others.map(
          (one, at) => () => one.call('get-track-file', { vehicleId: vehicles[at] ?? 0, ...days, format: 'csv' }),
        ),
      ),
    ];
    return { bench: 'neighbours', phases, machine: machine(await postgresVersion(database.url)) };
  });
}

/**
 * Organisations with a fleet that drove for two months each, and a user who may see it; a vehicle of each has a track.
 */
async function addOthers(pool: Pool): Promise<number[]> {
  for (let day = dayOf(Date.now()) - FIX_DAYS - 1; day <= dayOf(Date.now()); day += 1) await ensureDay(pool, day);
  const tracked: number[] = [];
  for (let at = 0; at < ORGANISATIONS; at += 1) {
    const { rows } = await pool.query<{ vehicle: number; device: number }>(
      `WITH o AS (INSERT INTO organisations (name, parent_id) SELECT $1, min(id) FROM organisations RETURNING id),
       u AS (INSERT INTO users (organisation_id, role_id, username, name_key, display_name, password_hash)
             SELECT o.id, a.role_id, $1, $1, $1, a.password_hash FROM o, users a WHERE a.username = 'admin'),
       n AS (SELECT $1 || '-' || n AS name FROM generate_series(1, $2::int) n),
       d AS (INSERT INTO devices (organisation_id, identity) SELECT o.id, name FROM o, n RETURNING id, identity),
       v AS (INSERT INTO vehicles (organisation_id, registration, type) SELECT o.id, name, 'van' FROM o, n RETURNING id, registration),
       i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
             SELECT d.id, v.id, now() - interval '100 days' FROM d JOIN v ON v.registration = d.identity
             RETURNING id, vehicle_id, device_id),
       t AS (INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat,
               start_lon, end_lat, end_lon, start_reason, end_reason, distance_m, idle_s, average_kph, max_kph, overspeeds,
               holes, bridged_m, legs, notes)
             SELECT i.id, 'trip ' || n, at, i.vehicle_id, at, at + interval '40 min', 2400, -34.9, -56.2, -34.8, -56.1,
               'ignition', 'ignition', 5000 + random() * 40000, 120, 30, 62, 0, 0, 0, '{}', '[]'
             FROM i, generate_series(1, $3::int) n, LATERAL (SELECT now() - n * interval '3 hours' AS at) moment)
       SELECT vehicle_id AS vehicle, device_id AS device FROM i LIMIT 1`,
      [`other-${at}`, VEHICLES, DAYS * TRIPS_A_DAY],
    );
    const [one] = rows;
    if (!one) throw new Error('no vehicle');
    tracked.push(one.vehicle);
    await pool.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
       SELECT $1, at, n, at, -349000000 + n, -562000000 - n, 300, n % 360, 7, '{"fuelL": 31.5}'
       FROM generate_series(1, $2::int * 17280) n, LATERAL (SELECT now() - n * interval '5 s' AS at) t`,
      [one.device, FIX_DAYS],
    );
  }
  await pool.query('VACUUM ANALYZE trips, positions, vehicles');
  return tracked;
}

async function measure(
  name: string,
  own: Caller,
  osmand: number,
  requests: readonly (() => Promise<{ status: number }>)[],
) {
  const over = new AbortController();
  let answered = 0;
  const heavy = requests.flatMap((request) =>
    Array.from({ length: AT_ONCE }, async () => {
      while (!over.signal.aborted) if ((await request()).status === 200) answered += 1;
    }),
  );
  const simple: number[] = [];
  const small: number[] = [];
  const repeat = async (times: number[], call: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await call();
      times.push(performance.now() - began);
      await delay(50);
    }
  };
  const today = new Date().toISOString().slice(0, 10);
  const watching = [
    repeat(simple, () => own.call('get-vehicle-list', {})),
    repeat(small, () => own.call('get-report', { kind: 'trips', from: today, to: today })),
  ];
  const ids = Array.from({ length: PHONES }, (_, index) => imeiOf(index));
  const { latencies, refused } = await sendFromPhones(ids, osmand, PHASE_S);
  over.abort();
  await Promise.all([...watching, ...heavy]);
  const at = (times: number[], part: number) => rounded(percentile(Float64Array.from(times).toSorted(), part));
  return {
    name,
    answered,
    refused,
    callP50Ms: at(simple, 0.5),
    callP99Ms: at(simple, 0.99),
    reportP50Ms: at(small, 0.5),
    reportMaxMs: at(small, 1),
    ackP50Ms: rounded(percentile(latencies, 0.5)),
    ackP99Ms: rounded(percentile(latencies, 0.99)),
  };
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

process.stdout.write(`${JSON.stringify(await benchNeighbours())}\n`);
