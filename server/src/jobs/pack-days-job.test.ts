import { attributesOf } from '@milepost/tracking/report';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  countReportsByDevice,
  deleteReportsOfDay,
  deleteReports,
  devicesOfDay,
  storedDays,
} from '../store/tracks/delete-positions.ts';
import { readOldestUnpackedDay } from '../store/status/stored-bytes.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { packDays } from '../store/tracks/pack-days.ts';
import { startPackThread, type PackThread } from '../store/tracks/pack-thread.ts';
import { listDaysToPack, readPackingTime, takeNewDamage } from '../store/tracks/packing-plan.ts';
import { ensureDay } from '../store/tracks/partitions.ts';
import { readReports } from '../store/tracks/reports.ts';
import { restoreDay } from '../store/tracks/restore-day.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { packOlderDays } from './pack-days-job.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-03-02T00:00:00Z');
const NOW = FIRST + 10 * DAY_MS;
/** A position and a status report each half hour, for two days. */
const DEVICES = [11, 12];
const PER_DAY = 48;

let db: TestDatabase;
let other: TestDatabase;
let thread: PackThread;
beforeAll(async () => {
  [db, other] = await Promise.all([testDatabase(), testDatabase()]);
  thread = startPackThread();
});
afterAll(async () => {
  await thread.close();
  await Promise.all([db.close(), other.close()]);
});

const query = (sql: string, ...values: unknown[]) => db.database.query(sql, values);

async function seed({ database }: TestDatabase) {
  await database.query(
    'TRUNCATE positions, status_reports, position_chunks, status_report_chunks, damaged_chunks, packed_days, refused_days',
  );
  for (const day of [0, 1]) await ensureDay(database, FIRST / DAY_MS + day);
  await database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT d, at, 7, at + interval '2 s', -349000000 + n, -562000000, 123, 45, 1, jsonb_build_object('fuelL', n)
     FROM unnest($2::int[]) d, generate_series(0, 95) n, LATERAL (SELECT $1::timestamptz + n * interval '30 min' AS at) t`,
    [new Date(FIRST), DEVICES],
  );
  await database.query(
    `INSERT INTO status_reports (device_id, reported_at, report_hash, received_at, attributes)
     SELECT device_id, fix_time + interval '1 min', 8, received_at, '{"alarm": ["sos"]}' FROM positions`,
  );
  await database.query(
    'INSERT INTO telemetry_rolled (day) SELECT $1::date + n FROM generate_series(0, 1) n ON CONFLICT DO NOTHING',
    ['2026-03-02'],
  );
}
beforeEach(async () => {
  await seed(db);
});

const pack = (logger = pino({ level: 'silent' }), make = thread.make) =>
  packOlderDays(
    {
      database: db.database,
      logger,
      make,
      signal: new AbortController().signal,
      afterDays: 3,
      restFactor: 0,
    },
    NOW,
  );
const all = (deviceId: number, database = db.database) =>
  readReports(database, deviceId, new Date(FIRST - DAY_MS), new Date(NOW));
const counts = async () =>
  (
    await query(
      `SELECT (SELECT count(*)::int FROM positions) AS rows, (SELECT count(*)::int FROM position_chunks) AS chunks,
              (SELECT coalesce(sum(count), 0)::int FROM position_chunks) AS packed`,
    )
  ).rows[0] as unknown;

const damagedDays = async () =>
  (await query('SELECT device_id, day::text AS day FROM damaged_chunks')).rows as unknown[];

it('packs the days that are over in a thread, drops their partitions, and takes late rows in later', async () => {
  const before = await all(11);
  expect(before).toHaveLength(4 * PER_DAY);
  expect(await readOldestUnpackedDay(db.database)).toBe('2026-03-02');
  expect(await listDaysToPack(db.database, NOW * 1000)).toEqual(['2026-03-02', '2026-03-03']);
  expect(await counts()).toMatchObject({ chunks: 0 });
  expect(await pack()).toBe(8 * PER_DAY);
  expect(await counts()).toEqual({ rows: 0, chunks: 4, packed: 4 * PER_DAY });
  expect(await all(11)).toEqual(before);
  const { rows: tables } = await query(
    `SELECT to_regclass('positions_20260302') AS one, to_regclass('status_reports_20260303') AS other`,
  );
  expect(tables).toEqual([{ one: null, other: null }]);
  expect(await readOldestUnpackedDay(db.database)).toBeNull();
  expect(await listDaysToPack(db.database, NOW * 1000)).toEqual([]);
  expect((await query('SELECT DISTINCT day FROM position_chunks')).rows).toHaveLength(2);
  expect(await damagedDays()).toEqual([]);
  // A packed day gets no partition again.
  await ensureDay(db.database, FIRST / DAY_MS);
  await query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT 11, $1::timestamptz + n * interval '10 min', 7, $1::timestamptz + interval '1 day', 1, 1, 1, 1, 1 FROM generate_series(0, 3) n`,
    new Date(FIRST),
  );
  const withLate = await all(11);
  // Those at 0:00 and 0:30 are there already.
  expect(withLate).toHaveLength(before.length + 2);
  expect(await pack()).toBe(4);
  expect(await counts()).toEqual({ rows: 0, chunks: 4, packed: 4 * PER_DAY + 2 });
  expect(await all(11)).toEqual(withLate);
});

it('deletes positions of a range, rows and packed ones alike, and parts of packed days', async () => {
  await pack();
  await query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES (11, $1, 9, now(), 1, 1, 1, 1, 1), (11, $2, 9, now(), 1, 1, 1, 1, 1)`,
    new Date(FIRST + 60_000),
    new Date(FIRST + 1.6 * DAY_MS),
  );
  const [before, untouched] = [await all(11), await all(12)];
  const range = { deviceId: 11, from: (FIRST - DAY_MS) * 1000, to: (FIRST + 1.5 * DAY_MS) * 1000 };
  expect(await deleteReports(db.database, 'positions', range)).toBe(1.5 * PER_DAY + 1);
  expect(await deleteReports(db.database, 'statusReports', range)).toBe(1.5 * PER_DAY);
  expect(await all(11)).toEqual(before.slice(3 * PER_DAY + 1));
  expect(await all(12)).toEqual(untouched);
  expect(await deleteReports(db.database, 'positions', range)).toBe(0);
  // Whole days, as the retention deletes them.
  expect(await storedDays(db.database, '2026-03-09')).toEqual(['2026-03-02', '2026-03-03']);
  const second = { day: '2026-03-03', deviceIds: DEVICES };
  expect(await devicesOfDay(db.database, { ...second, day: '2026-03-02' })).toEqual([12]);
  const counted = [
    { deviceId: 11, count: PER_DAY + 1 },
    { deviceId: 12, count: 2 * PER_DAY },
  ];
  expect((await countReportsByDevice(db.database, second)).toSorted((a, b) => a.deviceId - b.deviceId)).toEqual(
    counted,
  );
  expect(await deleteReportsOfDay(db.database, second)).toEqual(counted);
  expect(await all(11)).toEqual([]);
  expect(await all(12)).toEqual(untouched.slice(0, 2 * PER_DAY));
});

it('names a damaged chunk, reads the others, and takes the day from another database', async () => {
  const before = await all(11);
  await pack();
  await seed(other);
  await query(
    `UPDATE position_chunks SET data = set_byte(data, length(data) / 2, get_byte(data, length(data) / 2) # 16)
     WHERE device_id = 11 AND day = '2026-03-02'`,
  );
  const positions = before.filter(({ position }) => position !== null);
  const rest = (await all(11)).filter(({ position }) => position !== null);
  expect(rest).toEqual(positions.slice(PER_DAY));
  expect(await damagedDays()).toEqual([{ device_id: 11, day: '2026-03-02' }]);
  expect(await takeNewDamage(db.database)).toEqual([
    { kind: 'positions', deviceId: 11, day: '2026-03-02', reason: 'checksum', foundAt: expect.any(Date) },
  ]);
  expect(await takeNewDamage(db.database)).toEqual([]);
  // Late rows wait beside it.
  await query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES (11, $1, 9, $1, 1, 1, 1, 1, 1)`,
    new Date(FIRST + 60_001),
  );
  expect(await pack()).toBe(0);
  expect(await restoreDay(db.database, other.database, { deviceId: 11, day: '2026-03-02' })).toBe(2 * PER_DAY);
  expect(await all(11)).toHaveLength(before.length + 1);
  await pack();
  expect(await damagedDays()).toEqual([]);
  const late = (FIRST + 60_001) * 1000;
  expect(await deleteReports(db.database, 'positions', { deviceId: 11, from: late, to: late + 1 })).toBe(1);
  expect(await all(11)).toEqual(before);
});

it('names a chunk in the place of another one, and restores the day', async () => {
  const before = await all(11);
  await pack();
  await seed(other);
  const positions = before.filter(({ position }) => position !== null);
  const damage = async () =>
    (await query('SELECT kind, day::text AS day, reason FROM damaged_chunks')).rows as unknown[];
  // Of another day, with the columns beside it or without them, and of another device with the same times and places.
  for (const [columns, where] of [
    ['', `c.device_id = 11 AND c.day = '2026-03-03'`],
    [', first = c.first, last = c.last', `c.device_id = 11 AND c.day = '2026-03-03'`],
    [', first = c.first, last = c.last', `c.device_id = 12 AND c.day = '2026-03-02'`],
  ] as const) {
    await query(
      `UPDATE position_chunks p SET data = c.data ${columns} FROM position_chunks c
       WHERE p.device_id = 11 AND p.day = '2026-03-02' AND ${where}`,
    );
    await query('DELETE FROM damaged_chunks');
    expect((await all(11)).filter(({ position }) => position !== null)).toEqual(positions.slice(PER_DAY));
    expect(await damage()).toEqual([{ kind: 'positions', day: '2026-03-02', reason: 'misplaced' }]);
  }
  // Late rows are not packed with the other day.
  await query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES (11, $1, 9, $1, 1, 1, 1, 1, 1)`,
    new Date(FIRST + 60_001),
  );
  expect(await pack()).toBe(0);
  expect(await restoreDay(db.database, other.database, { deviceId: 11, day: '2026-03-02' })).toBe(2 * PER_DAY);
  expect(await all(11)).toHaveLength(before.length + 1);
  // Other columns than those of its rows.
  for (const changed of ['valid = valid - 1', 'south = south - 1', 'west = west - 1', 'north = 0', 'east = 0']) {
    await query('DELETE FROM damaged_chunks');
    await query(`UPDATE position_chunks SET ${changed} WHERE device_id = 11 AND day = '2026-03-03'`);
    await all(11);
    expect(await damage(), changed).toEqual([{ kind: 'positions', day: '2026-03-03', reason: 'misplaced' }]);
    expect(await restoreDay(db.database, other.database, { deviceId: 11, day: '2026-03-03' })).toBe(2 * PER_DAY);
  }
  for (const changed of ['count = count - 1', `first = first + interval '1 s'`, `last = last - interval '1 s'`]) {
    await query('DELETE FROM damaged_chunks');
    await query(`UPDATE status_report_chunks SET ${changed} WHERE device_id = 11 AND day = '2026-03-03'`);
    await all(11);
    expect(await damage()).toEqual([{ kind: 'statusReports', day: '2026-03-03', reason: 'misplaced' }]);
    expect(await restoreDay(db.database, other.database, { deviceId: 11, day: '2026-03-03' })).toBe(2 * PER_DAY);
  }
});

/** Three positions and a status report of 2 March 2026 as version 1 stored them. */
const VERSION_1 = {
  positions:
    'ARUoHAMAA8sBKLUv/SDLNQUAckwnJ4BPY925u2KUENZuYLphquKg5ddExWFIQ7GYpDco92FM5JZ7S5lSCm3n932uthK+vNWRS8US7elisdXDzrbwrt/7t89VKBQIl3GMSeQi4eQPkLsYzAtSvZ3eF2BRqp/1Wxd6+dpR25np1oNeYqZH3V4zqlFYX7NX/Ued6vsfBwYXIlghr28M+N0+G3dKnt6CJ6rQiDIQxuN4XfcTAgEA84MSBQ==',
  statusReports:
    'AUcLhJ4BAUEotS/9IEEJAgAJAYCtoZi/gaYGBQEBgIl6AQABAAkBwLHemL+BpgYfAQciYWxhcm0iAQEBAQIDAAAADAEBB1sic29zIl0BAAIBAA==',
};

it('reads chunks of version 1, and packs them with late reports as the version of today', async () => {
  await query('TRUNCATE positions, status_reports');
  await query(
    `INSERT INTO position_chunks (device_id, day, first, last, count, valid, south, west, north, east, data)
     VALUES (11, '2026-03-02', '2026-03-02 08:00Z', '2026-03-02 08:01:01Z', 3, 2, -349000250, -561000803, -349000000, -561000000,
       decode($1, 'base64'))`,
    VERSION_1.positions,
  );
  await query(
    `INSERT INTO status_report_chunks (device_id, day, first, last, count, data)
     VALUES (11, '2026-03-02', '2026-03-02 08:00:05Z', '2026-03-02 08:00:05Z', 1, decode($1, 'base64'))`,
    VERSION_1.statusReports,
  );
  const stored = await all(11);
  expect(stored.map(({ position, hash }) => [position?.lat ?? null, position?.speedKph ?? null, hash])).toEqual([
    [-34.9, 0, 7],
    [null, null, -1_575_590_741],
    [-34.9000017, 12.3, -8],
    [-34.900025, 45.6, 9],
  ]);
  expect(stored.map((report) => attributesOf(report)['fuelL'])).toEqual([31.5, undefined, undefined, 31]);
  await query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES (11, '2026-03-02 09:00Z', 9, '2026-03-02 09:00Z', 1, 1, 1, 1, 1)`,
  );
  expect(await pack()).toBe(1);
  expect((await all(11)).slice(0, 4)).toEqual(stored);
  expect((await query('SELECT get_byte(data, 0) AS version FROM position_chunks')).rows).toEqual([{ version: 3 }]);
  expect(await damagedDays()).toEqual([]);
});

/** A database that does something else before the first statement that meets a condition. */
function interrupted(database: Database, condition: RegExp, something: () => Promise<void>): Database {
  let isDone = false;
  const connect = async () => {
    const client = await database.connect();
    return new Proxy(client, {
      get: (target, name: keyof typeof client) => {
        const value: unknown = target[name];
        if (typeof value !== 'function') return value;
        return async (...values: unknown[]): Promise<unknown> => {
          if (name === 'query' && !isDone && condition.test(String(values[0]))) {
            isDone = true;
            await something();
          }
          return Reflect.apply(value, target, values);
        };
      },
    });
  };
  return new Proxy(database, { get: (target, name: keyof Database) => (name === 'connect' ? connect : target[name]) });
}

const ONE_DAY = { deviceId: 11, day: '2026-03-02' };
const packOne = () => packDays(db.database, 'positions', [ONE_DAY], { make: thread.make, quietMs: 0 });
const addLate = () =>
  query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT 11, $1::timestamptz + n * interval '1 min', 9, $1, 1, 1, 1, 1, 1 FROM generate_series(0, 49) n`,
    new Date(FIRST),
  );

it('loses no late rows that are packed while the day is restored', async () => {
  await pack();
  await seed(other);
  await addLate();
  let packed = 0;
  const crossed = interrupted(db.database, /INSERT INTO position_chunks/, async () => {
    packed += (await packOne()).packed;
  });
  await restoreDay(crossed, other.database, ONE_DAY);
  expect(packed + (await packOne()).packed).toBe(50);
  expect(await counts()).toMatchObject({ rows: 0, packed: 4 * PER_DAY + 50 });
});

const isWaiting = async () =>
  (await query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).rows
    .length > 0;

it('packs and deletes the same day at once without a deadlock', async () => {
  await pack();
  await addLate();
  let packing: ReturnType<typeof packOne> | undefined;
  const crossed = interrupted(db.database, /DELETE FROM position_chunks/, async () => {
    let isOver = false;
    packing = packOne().finally(() => (isOver = true));
    packing.catch(() => undefined);
    await expect.poll(async () => isOver || (await isWaiting()), { timeout: 10_000 }).toBe(true);
  });
  const deleting = inTransaction(crossed, (one) => deleteReportsOfDay(one, { day: ONE_DAY.day, deviceIds: [11] }));
  expect(await deleting).toEqual([{ deviceId: 11, count: 2 * PER_DAY + 50 }]);
  expect(await packing).toEqual({ packed: 0, refused: [] });
});

it('refuses a day with more attributes than can be read at once, and packs the others', async () => {
  await query(
    `UPDATE positions SET attributes = jsonb_build_object('text', repeat('x', 3000))
     WHERE device_id = 11 AND fix_time < '2026-03-03'`,
  );
  const days = [ONE_DAY, { ...ONE_DAY, deviceId: 12 }];
  expect(await packDays(db.database, 'positions', days, { make: thread.make, quietMs: 0, maxBytes: 100_000 })).toEqual({
    packed: PER_DAY,
    refused: [{ ...ONE_DAY, reason: `${PER_DAY * 3012} bytes of attributes are too many for a chunk` }],
  });
  expect(await packOne()).toEqual({ packed: PER_DAY, refused: [] });
});

it('goes on after the thread ran out of memory, and names the day once', { timeout: 30_000 }, async () => {
  await query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT 11, $1::timestamptz + n * interval '1 s', n, $1::timestamptz, n, n, 1, 1, 1,
       jsonb_build_object('text', md5(n::text) || repeat('x', 200))
     FROM generate_series(1, 15000) n`,
    new Date(FIRST),
  );
  const small = startPackThread(16);
  try {
    const warned = [];
    for (let run = 0; run < 2; run++) {
      const lines: string[] = [];
      const logger = pino({}, { write: (line) => void lines.push(line) });
      await pack(logger, small.make);
      warned.push(lines.filter((line) => line.includes('stays in rows')));
    }
    expect(warned).toEqual([
      [expect.stringMatching(/"deviceId":11,"day":"2026-03-02","reason":"[^"]*memory limit[^"]*","kind":"positions"/)],
      [],
    ]);
    expect((await query(`SELECT device_id FROM positions GROUP BY 1`)).rows).toEqual([{ device_id: 11 }]);
    expect(await counts()).toMatchObject({ chunks: 3, rows: 15_000 + PER_DAY });
    // A day later it is tried again, with the memory of the server.
    await query(`UPDATE refused_days SET refused_at = now() - interval '25 hours'`);
    await pack();
    expect(await counts()).toMatchObject({ chunks: 4, rows: 0 });
  } finally {
    await small.close();
  }
});

it('packs by a clock that jumps no further than retention does', async () => {
  await query("UPDATE retention_clock SET at = '2026-03-09 02:15Z'");
  const normal = Date.parse('2026-03-10T12:00:00Z');
  expect(await readPackingTime(db.database, normal)).toBe(normal);
  const jumped = await readPackingTime(db.database, normal + 365 * DAY_MS);
  expect(jumped).toBe(Date.parse('2026-03-10T14:15:00Z'));
});

it('continues with other days after a deadlock', async () => {
  const stored = await all(12);
  await query(`CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.device_id = 11 AND NEW.day = '2026-03-02' THEN RAISE 'deadlock' USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`);
  await query('CREATE TRIGGER deadlock BEFORE INSERT ON position_chunks FOR EACH ROW EXECUTE FUNCTION deadlock()');
  await pack();
  await query('DROP TRIGGER deadlock ON position_chunks');
  expect(await counts()).toMatchObject({ chunks: 2 });
  expect(await all(12)).toEqual(stored);
});

it('loses nothing when the disk is full, and packs later', async () => {
  const before = await all(12);
  await query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.device_id = 12 THEN RAISE 'disk full' USING ERRCODE = '53100'; END IF; RETURN NEW; END $$`);
  await query('CREATE TRIGGER full_disk BEFORE INSERT ON position_chunks FOR EACH ROW EXECUTE FUNCTION full_disk()');
  await expect(pack()).rejects.toThrow('disk full');
  expect(await all(12)).toEqual(before);
  await query('DROP TRIGGER full_disk ON position_chunks');
  expect(await pack()).toBe(8 * PER_DAY);
  expect(await all(12)).toEqual(before);
});
