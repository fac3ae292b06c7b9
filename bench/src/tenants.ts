/** `npm run -s bench:tenants`: how long one organisation waits while another one loads the server. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { signInByCall } from '@milepost/e2e/harness/caller';
import { DeviceReader, encodeAvl, encodeLogin } from '@milepost/protocols/teltonika/device';
import { freePort } from '@milepost/server/database/free-port';
import { imeiOf } from './devices/fleet.ts';
import { sendFromPhones } from './flood/phones.ts';
import { percentile } from './percentile.ts';
import { machine } from './system/machine.ts';
import { BENCH_PASSWORD } from './system/provision.ts';
import { postgresVersion } from './system/table-size.ts';
import { serve, withDatabase } from './system/with-database.ts';

/** The maximum time of a reply of `/healthz`, milliseconds; on a machine with other work. */
const LONGEST_MS = 500;
const PHONES = 10;
/** The vehicles of the organisation with the geofences: the first one reports, all are recomputed. */
const VEHICLES = 60;
const CORRIDORS = 190;
const POINTS = 4990;
const POSITIONS = 1500;
const RECORDS_PER_PACKET = 50;
/** Circles around one point, along which one device drives an octagon: each leg crosses all of them. */
const CIRCLES = 1000;
const LEGS = 1250;
const LEGS_PER_PACKET = 250;
const LEG_MS = 26_250;
const PHASE_S = 8;
const MIDDLE = { lat: -34.9, lon: -56.2 };
const AROUND = { lat: 50, lon: 11 };
const identityOf = (vehicle: number) => imeiOf(PHONES + 1 + vehicle);

/**
 * One organisation has the maximum number of corners of corridors, all over one city, and makes the server evaluate
 * them. Measures the effect on another organisation: the time to the acknowledgement of its phones, and the time of a
 * reply of `/healthz`.
 */
async function benchTenants() {
  return withDatabase(PHONES, async (ground) => {
    const { database } = ground;
    const pool = new Pool({ connectionString: database.url });
    // A query can still be waiting when the database ends.
    pool.on('error', () => {});
    ground.stops.push(() => pool.end());
    await addTenant(pool);
    await addCircles(pool);
    const start = async () => {
      const [teltonika, osmand, web] = [await freePort(), await freePort(), await freePort()];
      const began = performance.now();
      const server = await serve(ground, { teltonika, osmand }, { ROLES: 'gateway,ingest,web', PORT: String(web) });
      return { server, teltonika, osmand, address: `http://127.0.0.1:${web}`, startMs: performance.now() - began };
    };
    const first = await start();
    const phases = [
      await measure('quiet', first, async () => delay(PHASE_S * 1000)),
      await measure('1,500 positions of one tracker', first, async () => {
        await sendTrack(first.teltonika);
        await delay(PHASE_S * 1000);
      }),
      await measure('save-vehicle-engine', first, async () => {
        const caller = await signInByCall({ address: first.address, username: 'admin', password: BENCH_PASSWORD });
        const { rows } = await pool.query<{ id: number }>(
          'SELECT id FROM vehicles WHERE organisation_id <> 1 ORDER BY id',
        );
        await caller.ask('save-vehicle-engine', {
          vehicleId: rows[0]?.id ?? 0,
          ignitionSource: 'wire',
          speedFactor: 1,
        });
        await delay(PHASE_S * 1000);
      }),
      await measure('1,250 positions of one tracker across 1,000 areas each', first, async () => {
        await sendOctagon(first.teltonika);
        await delay(2 * PHASE_S * 1000);
      }),
    ];
    await addPast(pool);
    await pool.query('UPDATE tracking_states SET rule = 0');
    await first.server.stop();
    const second = await start();
    phases.push(await measure('60 vehicles to recompute', second, async () => delay(2 * PHASE_S * 1000)));
    const { rows } = await pool.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM tracking_states WHERE rule = 0',
    );
    return {
      bench: 'tenants',
      startMs: rounded(first.startMs),
      startWithRecomputationMs: rounded(second.startMs),
      stillToRecompute: rows[0]?.left,
      phases,
      machine: machine(await postgresVersion(database.url)),
    };
  });
}

async function measure(
  name: string,
  { osmand, address }: { osmand: number; address: string },
  work: () => Promise<unknown>,
) {
  const health: number[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await fetch(`${address}/healthz`).then((answer) => answer.text());
      health.push(performance.now() - began);
      await delay(50);
    }
  })();
  const phones = sendFromPhones(
    Array.from({ length: PHONES }, (_, index) => imeiOf(index)),
    osmand,
    PHASE_S,
  );
  const began = performance.now();
  await work();
  const { latencies, refused } = await phones;
  over.abort();
  await watching;
  const sorted = Float64Array.from(health).toSorted();
  return {
    name,
    seconds: rounded((performance.now() - began) / 1000),
    acknowledged: latencies.length,
    refused,
    ackP50Ms: rounded(percentile(latencies, 0.5)),
    ackP99Ms: rounded(percentile(latencies, 0.99)),
    ackMaxMs: rounded(percentile(latencies, 1)),
    healthP99Ms: rounded(percentile(sorted, 0.99)),
    healthMaxMs: rounded(percentile(sorted, 1)),
  };
}

/** A second organisation, with vehicles and with corridors that wind through the city. */
async function addTenant(pool: Pool): Promise<void> {
  await pool.query(
    `WITH o AS (INSERT INTO organisations (name, parent_id) SELECT 'Corridors', min(id) FROM organisations RETURNING id),
     d AS (INSERT INTO devices (organisation_id, identity) SELECT o.id, unnest($1::text[]) FROM o RETURNING id, identity),
     v AS (INSERT INTO vehicles (organisation_id, registration, type) SELECT o.id, unnest($1::text[]), 'van' FROM o
           RETURNING id, registration)
     INSERT INTO installations (device_id, vehicle_id, installed_at)
     SELECT d.id, v.id, now() - interval '30 days' FROM d JOIN v ON v.registration = d.identity`,
    [Array.from({ length: VEHICLES }, (_, index) => identityOf(index))],
  );
  for (let corridor = 0; corridor < CORRIDORS; corridor += 1) {
    const line = Array.from({ length: POINTS }, (_, point) => ({
      lat: MIDDLE.lat + 0.2 * Math.sin(point / 400 + corridor) + (point % 2) * 1e-4,
      lon: MIDDLE.lon - 0.25 + (0.5 * point) / POINTS,
    }));
    await pool.query(
      `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2)
       SELECT max(id), $1, $2, -36, -34, -57, -55, 0 FROM organisations`,
      [`Corridor ${corridor}`, JSON.stringify({ kind: 'corridor', halfWidthM: 30, line })],
    );
  }
}

/** The other vehicles have driven the same track. */
async function addPast(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT d.id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags
       FROM positions p, devices d WHERE p.device_id = (SELECT id FROM devices WHERE identity = $1)
        AND d.identity = ANY($2) ON CONFLICT DO NOTHING`,
    [identityOf(0), Array.from({ length: VEHICLES - 1 }, (_, index) => identityOf(index + 1))],
  );
  await pool.query(
    `INSERT INTO tracking_states (installation_id, state, rule)
     SELECT i.id, s.state, 0 FROM installations i, tracking_states s
      WHERE i.device_id IN (SELECT id FROM devices WHERE identity = ANY($1))
        AND s.installation_id = (SELECT i.id FROM installations i JOIN devices d ON d.id = i.device_id
                                  WHERE d.identity = $2) ON CONFLICT DO NOTHING`,
    [Array.from({ length: VEHICLES }, (_, index) => identityOf(index)), identityOf(0)],
  );
}

/** Sends a track through the city and back, with a fix per second, as fast as it is acknowledged. */
async function sendTrack(port: number): Promise<void> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - POSITIONS * 1000;
  const records = Array.from({ length: POSITIONS }, (_, number) => {
    const share = number / POSITIONS;
    const place = { lat: MIDDLE.lat - 0.15 + 0.3 * share, lon: MIDDLE.lon - 0.2 + 0.4 * share };
    return { time: new Date(startsAt + number * 1000), ...place, speedKph: 60, courseDeg: 45 };
  });
  await send(port, identityOf(0), records, RECORDS_PER_PACKET);
}

/** A second organisation with a vehicle and with circles, each a little larger than the previous one. */
async function addCircles(pool: Pool): Promise<void> {
  await pool.query(
    `WITH o AS (INSERT INTO organisations (name, parent_id) SELECT 'Circles', min(id) FROM organisations RETURNING id),
     d AS (INSERT INTO devices (organisation_id, identity) SELECT o.id, $1 FROM o RETURNING id),
     v AS (INSERT INTO vehicles (organisation_id, registration, type) SELECT o.id, $1, 'van' FROM o RETURNING id),
     i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
           SELECT d.id, v.id, now() - interval '30 days' FROM d, v)
     INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2, between_fixes)
     SELECT o.id, 'Circle ' || n, jsonb_build_object('kind', 'circle', 'centre', $2::jsonb, 'radiusM', 855 + 50.0 * n / $3::int),
            49, 51, 10, 12, 0, true FROM o, generate_series(1, $3::int) AS n`,
    [identityOf(VEHICLES), JSON.stringify(AROUND), CIRCLES],
  );
}

/** Around the circles, 700 m at 96 km/h in each leg. */
async function sendOctagon(port: number): Promise<void> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - LEGS * LEG_MS;
  const lonM = 111_195 * Math.cos((AROUND.lat * Math.PI) / 180);
  const records = Array.from({ length: LEGS }, (_, leg) => {
    const bearing = (leg * 45 * Math.PI) / 180;
    const place = {
      lat: AROUND.lat + (914.6 * Math.cos(bearing)) / 111_195,
      lon: AROUND.lon + (914.6 * Math.sin(bearing)) / lonM,
    };
    const courseDeg = (leg * 45 + 90) % 360;
    return { time: new Date(startsAt + leg * LEG_MS), ...place, speedKph: 96, courseDeg, ignition: true };
  });
  await send(port, identityOf(VEHICLES), records, LEGS_PER_PACKET);
}

async function send(
  port: number,
  identity: string,
  records: Parameters<typeof encodeAvl>[0],
  perPacket: number,
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const reader = new DeviceReader();
  socket.write(encodeLogin(identity));
  for (let first = 0; first < records.length; first += perPacket) {
    socket.write(encodeAvl(records.slice(first, first + perPacket)));
  }
  // Everything is sent before the first acknowledgement: the sender deliberately does not wait.
  await new Promise<void>((resolve, reject) => {
    let acknowledged = 0;
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      for (const reply of reader.push(chunk)) if (reply.kind === 'ack') acknowledged += reply.records;
      if (acknowledged >= records.length) resolve();
    });
    setTimeout(resolve, 20_000).unref();
  });
  socket.destroy();
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

const figures = await benchTenants();
process.stdout.write(`${JSON.stringify(figures)}\n`);
const longest = Math.max(...figures.phases.map(({ healthMaxMs }) => healthMaxMs ?? Infinity));
process.exitCode = longest <= LONGEST_MS ? 0 : 1;
