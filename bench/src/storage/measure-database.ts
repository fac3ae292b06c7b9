import { createMemoryBus } from '@milepost/server/bus/memory-bus';
import { createPool } from '@milepost/server/database/pool';
import { buildBatch } from '@milepost/server/ingest/batch';
import { newDeviceState } from '@milepost/server/ingest/device-state';
import { createBatchWriter } from '@milepost/server/ingest/writer';
import { packOlderDays } from '@milepost/server/jobs/pack-days-job';
import { int2Array, int4Array, int8Array, jsonbArray } from '@milepost/server/store/binary-array';
import { INSTALLED, readLastOfVehicles, type InstalledRange } from '@milepost/server/store/fleet/last-places';
import { timeSql } from '@milepost/server/store/tracks/device-range';
import { startPackThread } from '@milepost/server/store/tracks/pack-thread';
import { ensureDay } from '@milepost/server/store/tracks/partitions';
import { readTrack } from '@milepost/server/store/tracks/positions';
import type { Pool } from 'pg';
import { cpuSecondsOfFamily } from '../system/cpu-time.ts';
import type { Ground } from '../system/with-database.ts';
import type { StoredDay } from './stored-days.ts';

const DAY_MS = 86_400_000;
const DAY_MICROS = DAY_MS * 1000;
/** The reports of a statement of ingest, and how long it is measured. */
const BATCH = 1000;
const INGEST_MS = 3000;
const INGEST_ROUNDS = 5;
const READS = 15;
/** The fixes of a day of the device whose month is read: one each 37.5 s. */
const MONTH_FIXES = 2304;

/** A month of each device in a database: its bytes as rows and packed, the speed of packing, and what reading takes. */
export async function measureDatabase(
  { database, logger }: Pick<Ground, 'database' | 'logger'>,
  templates: readonly StoredDay[],
  { devices, days }: { devices: number; days: number },
) {
  const pool = createPool(database.url, logger);
  try {
    const today = Math.floor(Date.now() / DAY_MS);
    const first = today - days - 4;
    const fixes = await fill(pool, templates, { devices, first, days });
    const { rows } = await pool.query<{ device: number; vehicle: number }>(
      'SELECT device_id AS device, vehicle_id AS vehicle FROM installations ORDER BY device_id LIMIT 1',
    );
    const vehicleId = rows[0]?.vehicle ?? 0;
    const month = [new Date(first * DAY_MS), new Date((first + days) * DAY_MS)] as const;
    const day = [month[0], new Date((first + 1) * DAY_MS)] as const;
    const noon = new Date((first + days / 2) * DAY_MS + 12.5 * 3_600_000);
    const read = async () => ({
      monthFixes: await countTrack(pool, vehicleId, month),
      monthMs: await fastest(() => countTrack(pool, vehicleId, month)),
      dayMs: await fastest(() => countTrack(pool, vehicleId, day)),
      fleetMs: await fastest(() => readFleet(pool, noon), 3),
      planMs: await planMs(pool),
    });
    await pool.query('VACUUM ANALYZE positions');
    const rowBytes = await bytesOf(pool, `SELECT relid FROM pg_partition_tree('positions') WHERE isleaf`);
    const asRows = await read();
    const packing = await measurePacking({ database, logger }, pool, { now: (first + days / 2 + 3) * DAY_MS });
    const ingest = { alone: 0, whilePacking: 0 };
    for (let round = 0; round < INGEST_ROUNDS; round++) {
      ingest.alone += (await ingestRate(database.url, pool, logger)) / INGEST_ROUNDS;
      const busy = packing.start({ now: today * DAY_MS });
      ingest.whilePacking += (await ingestRate(database.url, pool, logger)) / INGEST_ROUNDS;
      busy.abort();
      await busy.ended;
    }
    await packing.start({ now: today * DAY_MS, restFactor: 0 }).ended;
    await packing.close();
    const chunkBytes = await bytesOf(pool, `SELECT 'position_chunks'::regclass AS relid`);
    const counted = await pool.query<{ packed: number; rows: number }>(
      `SELECT (SELECT sum(count)::float8 FROM position_chunks) AS packed,
              (SELECT count(*)::float8 FROM positions WHERE fix_time < now() - interval '4 days') AS rows`,
    );
    return {
      devices,
      days,
      fixes,
      left: counted.rows[0]?.rows ?? 0,
      bytesAFix: { rows: rounded(rowBytes / fixes), packed: rounded(chunkBytes / (counted.rows[0]?.packed ?? 1)) },
      packing: packing.figures,
      ingestPerSecond: {
        alone: Math.round(ingest.alone),
        whilePacking: Math.round(ingest.whilePacking),
        ratio: rounded(ingest.whilePacking / ingest.alone),
      },
      reading: { rows: asRows, packed: await read() },
    };
  } finally {
    await pool.end();
  }
}

/** Days like the templates for each device. Returns the number of fixes. */
async function fill(
  pool: Pool,
  templates: readonly StoredDay[],
  { devices, first, days }: { devices: number; first: number; days: number },
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE installations SET installed_at = $2 WHERE device_id IN (SELECT id FROM devices ORDER BY id LIMIT $1)
     RETURNING device_id AS id`,
    [devices, new Date(first * DAY_MS)],
  );
  let fixes = 0;
  for (let day = 0; day < days; day++) {
    await ensureDay(pool, first + day);
    await pool.query('INSERT INTO telemetry_rolled (day) VALUES ($1)', [
      new Date((first + day) * DAY_MS).toISOString().slice(0, 10),
    ]);
    for (const [index, { id }] of rows.entries()) {
      const template = templates[(index + day) % templates.length];
      // The first device is the one whose month is read.
      const fewer = template && index === 0 ? thinned(template, MONTH_FIXES) : template;
      if (fewer) fixes += await insertDay(pool, id, fewer, first + day);
    }
  }
  return fixes;
}

/** Every so many fixes of a day. */
function thinned(day: StoredDay, count: number): StoredDay {
  const step = Math.max(1, day.fixTime.length / count);
  const rows = Array.from({ length: Math.min(count, day.fixTime.length) }, (_, index) => Math.floor(index * step));
  const floats = (values: Float64Array) => Float64Array.from(rows, (row) => values[row] ?? Number.NaN);
  const ints = (values: Int32Array) => Int32Array.from(rows, (row) => values[row] ?? 0);
  const shorts = (values: Int16Array) => Int16Array.from(rows, (row) => values[row] ?? 0);
  return {
    ...day,
    fixTime: floats(day.fixTime),
    receivedAt: floats(day.receivedAt),
    reportHash: ints(day.reportHash),
    lat: ints(day.lat),
    lon: ints(day.lon),
    altitudeM: floats(day.altitudeM),
    speedDkph: shorts(day.speedDkph),
    courseDeg: shorts(day.courseDeg),
    flags: shorts(day.flags),
    satellites: floats(day.satellites),
    batteryPercent: floats(day.batteryPercent),
    powerMv: floats(day.powerMv),
    rssi: floats(day.rssi),
    odometerM: floats(day.odometerM),
    texts: rows.map((row) => day.texts[row] ?? null),
  };
}

async function insertDay(pool: Pool, deviceId: number, day: StoredDay, to: number): Promise<number> {
  const shift = to * DAY_MICROS - Math.floor((day.fixTime[0] ?? 0) / DAY_MICROS) * DAY_MICROS;
  const { rowCount } = await pool.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, altitude_m, speed_dkph, course_deg,
       flags, satellites, battery_percent, power_mv, rssi, odometer_m, attributes)
     SELECT $1, ${timeSql('time')}, hash, ${timeSql('received')}, lat, lon, altitude, speed, course, flags, satellites, battery,
            power, rssi, odometer, attributes
     FROM unnest($2::int8[], $3::int4[], $4::int8[], $5::int4[], $6::int4[], $7::int2[], $8::int2[], $9::int2[],
       $10::int2[], $11::int2[], $12::int2[], $13::int4[], $14::int2[], $15::int8[], $16::jsonb[])
       AS t(time, hash, received, lat, lon, altitude, speed, course, flags, satellites, battery, power, rssi, odometer, attributes)`,
    [
      deviceId,
      int8Array(day.fixTime.map((time) => time + shift)),
      int4Array(day.reportHash),
      int8Array(day.receivedAt.map((time) => time + shift)),
      int4Array(day.lat),
      int4Array(day.lon),
      int2Array(day.altitudeM),
      int2Array(day.speedDkph),
      int2Array(day.courseDeg),
      int2Array(day.flags),
      int2Array(day.satellites),
      int2Array(day.batteryPercent),
      int4Array(day.powerMv),
      int2Array(day.rssi),
      int8Array(day.odometerM),
      jsonbArray(day.texts),
    ],
  );
  return rowCount ?? 0;
}

/** Packs in the thread of the job, and counts what all processes and threads take. */
async function measurePacking(
  { database, logger }: Pick<Ground, 'database' | 'logger'>,
  pool: Pool,
  { now }: { now: number },
) {
  const thread = startPackThread();
  const start = (options: { now: number; restFactor?: number }) => {
    const stop = new AbortController();
    const packing = { database: pool, logger, make: thread.make, signal: stop.signal, afterDays: 3, quietMs: 0 };
    return { ended: packOlderDays({ ...packing, ...options }, options.now), abort: () => stop.abort() };
  };
  const [began, own, theirs] = [performance.now(), process.cpuUsage(), cpuSecondsOfFamily(database.pid() ?? 0) ?? 0];
  const packed = await start({ now, restFactor: 0 }).ended;
  const { user, system } = process.cpuUsage(own);
  const seconds = (performance.now() - began) / 1000;
  const cpu = { node: (user + system) / 1e6, postgres: (cpuSecondsOfFamily(database.pid() ?? 0) ?? 0) - theirs };
  const figures = {
    fixes: packed,
    perSecond: Math.round(packed / seconds),
    perSecondOfNode: Math.round(packed / cpu.node),
    perSecondOfPostgres: Math.round(packed / cpu.postgres),
    /** A core that does all of it: our threads and PostgreSQL's processes. */
    perCoreSecond: Math.round(packed / (cpu.node + cpu.postgres)),
  };
  return { figures, start, close: thread.close };
}

async function countTrack(pool: Pool, vehicleId: number, [from, to]: readonly [Date, Date]): Promise<number> {
  let count = 0;
  for await (const page of readTrack(pool, vehicleId, from, to)) count += page.length;
  return count;
}

/** Each vehicle at a past time. */
async function readFleet(pool: Pool, at: Date): Promise<void> {
  const { rows } = await pool.query<InstalledRange>(`SELECT ${INSTALLED} FROM installations i`);
  await readLastOfVehicles(pool, rows, new Date(at.getTime() - DAY_MS), at);
}

/** Of a query for the last fix of a device, whose range does not exclude partitions. */
async function planMs(pool: Pool): Promise<number> {
  return fastest(async () => {
    await pool.query('EXPLAIN SELECT FROM positions WHERE device_id = 1 ORDER BY fix_time DESC LIMIT 1');
  });
}

/** Reports a second that are stored in batches as large as ingest's, one after the other. */
async function ingestRate(url: string, pool: Pool, logger: Ground['logger']): Promise<number> {
  const writer = createBatchWriter({ url, database: pool, logger, bus: createMemoryBus(logger) });
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM devices ORDER BY id DESC LIMIT 100');
  let stored = 0;
  const began = performance.now();
  for (let at = Date.now(); performance.now() - began < INGEST_MS; at = Date.now()) {
    const submissions = rows.map(({ id }) => ({
      deviceId: id,
      receivedAt: at,
      onStored: () => undefined,
      messages: Array.from({ length: BATCH / rows.length }, (_, index) => ({
        kind: 'report' as const,
        deviceTime: null,
        fix: {
          time: new Date(at - index),
          valid: true,
          lat: -34.9 + Math.random() / 10,
          lon: -56.2,
          altitudeM: 20,
          speedKph: 30,
          courseDeg: 90,
        },
        attributes: { ignition: true, odometerM: at % 1e9 },
      })),
    }));
    stored += (await writer.write(buildBatch(submissions, newDeviceState))).stored;
  }
  await writer.close();
  return Math.round(stored / ((performance.now() - began) / 1000));
}

async function bytesOf(pool: Pool, relations: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM (${relations}) r`,
  );
  return rows[0]?.bytes ?? 0;
}

/** The fastest of several, milliseconds: on a machine that others use, only that one was not interrupted. */
async function fastest(work: () => Promise<unknown>, times = READS): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    await work();
    least = Math.min(least, performance.now() - began);
  }
  return rounded(least);
}

const rounded = (value: number) => Math.round(value * 100) / 100;
