import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTracked, insertDay, insertStop, insertTrip } from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { inTransaction } from '../database.ts';
import { readDashboard, readWeekdays } from './dashboard.ts';
import { readUntilNow } from './day-course.ts';

/** Half past ten on a Friday in Kolkata (UTC+5:30). */
const NOW = new Date('2026-11-20T05:00:00Z');
const CLOCK = { timeZone: 'Asia/Kolkata', today: '2026-11-20' };

let test: TestDatabase;
let organisationId: number;
type Vehicle = Awaited<ReturnType<typeof addTracked>>;
let a: Vehicle;
let b: Vehicle;
let other: Vehicle;
beforeAll(async () => {
  test = await testDatabase();
  const { database } = test;
  organisationId = await addOrganisation(database, 'North');
  await database.query('UPDATE organisations SET time_zone = $2 WHERE id = $1', [organisationId, CLOCK.timeZone]);
  a = await addTracked(database, { organisationId, registration: 'AAA 1' });
  b = await addTracked(database, { organisationId, registration: 'BBB 2' });
  other = await addTracked(database, {
    registration: 'SOUTH 1',
    organisationId: await addOrganisation(database, 'South'),
  });
});
afterAll(() => test?.close());

const scope = () => ({ organisationId, organisationIds: [organisationId], root: false, limit: null });

/** The figures of a day by hour. */
async function hoursOf(day: string) {
  const range = { from: day, to: day };
  const { series } = await readDashboard(test.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW });
  expect(series.step).toBe('hour');
  return series.rows;
}

function trip(vehicle: Vehicle, start: string, minutes: number, km: number, unknownS = 0) {
  const end = new Date(Date.parse(start) + minutes * 60_000).toISOString();
  return insertTrip(test.database, vehicle, { start, end, distanceM: km * 1000, unseenS: unknownS });
}

it('unknown time by hour: of trips and stops by their time, and not as driving', async () => {
  // In Kolkata on 9 November from 10:00 to 11:30, half an hour of which is unknown.
  await trip(a, '2026-11-09T04:30:00Z', 90, 30, 1800);
  // A silent night in the yard: six hours until 06:00, four of which are unknown.
  await insertStop(test.database, a, { start: '2026-11-08T18:30:00Z', end: '2026-11-09T00:30:00Z', unseenS: 4 * 3600 });
  const rows = await hoursOf('2026-11-09');
  const minutes = (key: 'drivingS' | 'unseenS') => rows.map((row) => Math.round(row[key] / 60)).slice(0, 12);
  expect(minutes('unseenS')).toEqual([40, 40, 40, 40, 40, 40, 0, 0, 0, 0, 20, 10]);
  expect(minutes('drivingS')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 20]);
});

it('a day by hour: a trip across the full hour counts in both by its time', async () => {
  // 09:45 to 10:15 in Kolkata on 10 November.
  await trip(a, '2026-11-10T04:15:00Z', 30, 20);
  await trip(other, '2026-11-10T04:15:00Z', 30, 500);
  const rows = await hoursOf('2026-11-10');
  expect(rows.map(({ distanceM }) => Math.round(distanceM))).toEqual([
    ...Array.from({ length: 9 }, () => 0),
    10_000,
    10_000,
    ...Array.from({ length: 13 }, () => 0),
  ]);
});

it('today until half past ten compared with four Fridays: a trip in progress counts by its time so far', async () => {
  await trip(a, '2026-11-20T03:30:00Z', 60, 30); // 09:00 to 10:00, today
  await trip(a, '2026-11-13T04:30:00Z', 60, 40); // The trip lasts from 10:00 to 11:00 a week ago, and half of it counts.
  await trip(b, '2026-11-13T08:30:00Z', 60, 25); // The trip begins at 14:00, after the time of day of the comparison.
  await insertDay(test.database, a, { day: '2026-11-13', distanceM: 40_000 });
  await insertDay(test.database, b, { day: '2026-11-13', distanceM: 25_000 });
  const { days } = await readWeekdays(test.database, scope(), { clock: CLOCK, now: NOW });
  expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23']);
  // The three Fridays before have no data: they do not count as days of rest.
  expect(days.map(({ known }) => known)).toEqual([false, true, false, false, false]);
  expect(days[0]?.untilNow).toMatchObject({ distanceM: 30_000, trips: 1, drove: 1, drivingS: 3600 });
  expect(days[1]?.untilNow).toMatchObject({ distanceM: 20_000, trips: 1, drove: 1, drivingS: 1800 });
  expect(days[1]?.whole).toMatchObject({ distanceM: 65_000, drove: 2 });
  expect(days[2]?.untilNow).toMatchObject({ distanceM: 0, trips: 0, drove: 0 });
});

it('a past day is compared with its own weekday, and a future one counts as today', async () => {
  await insertDay(test.database, a, { day: '2026-11-19', distanceM: 12_000 });
  const readWeekdaysOf = (day: string) => readWeekdays(test.database, scope(), { clock: CLOCK, now: NOW, day });
  const thursday = await readWeekdaysOf('2026-11-19');
  expect(thursday.over).toBe(true);
  expect(thursday.days.map(({ day }) => day)).toEqual([
    '2026-11-19',
    '2026-11-12',
    '2026-11-05',
    '2026-10-29',
    '2026-10-22',
  ]);
  expect(thursday.days[0]?.whole.distanceM).toBe(12_000);
  expect(await readWeekdaysOf('2026-12-24')).toMatchObject({
    over: false,
    days: [{ day: '2026-11-20' }, {}, {}, {}, {}],
  });
});

/** A crossing by ship: twenty days in Kolkata without data, 480 km. */
it('a trip of several weeks without data is in the hours of each of its days, and in no later hour', async () => {
  await trip(b, '2026-07-31T18:30:00Z', 20 * 24 * 60, 480, 20 * 86_400);
  for (const day of ['2026-08-01', '2026-08-02', '2026-08-11', '2026-08-20']) {
    const rows = await hoursOf(day);
    expect(rows).toHaveLength(24);
    for (const row of rows) {
      expect(row.distanceM).toBeCloseTo(1000, 3);
      expect(row).toMatchObject({ unseenS: 3600, drivingS: 0 });
    }
  }
  expect(
    (await hoursOf('2026-08-21')).every(({ distanceM, unseenS: unknownS }) => distanceM === 0 && unknownS === 0),
  ).toBe(true);
  // Friday the 14th until half past ten.
  const { days } = await readWeekdays(test.database, scope(), {
    clock: { ...CLOCK, today: '2026-08-14' },
    now: new Date('2026-08-14T05:00:00Z'),
  });
  expect(days[0]?.untilNow).toMatchObject({ unseenS: 10.5 * 3600, drivingS: 0, trips: 0, drove: 1 });
  expect(days[0]?.untilNow.distanceM).toBeCloseTo(10_500, 3);
});

it('years of trips before the weekdays are not read', async () => {
  const { database } = test;
  const old = await addTracked(database, {
    registration: 'OLD 1',
    organisationId: await addOrganisation(database, 'Old'),
  });
  await database.query(
    `INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat, start_lon,
       end_lat, end_lon, start_reason, end_reason, distance_m, idle_s, average_kph, max_kph, overspeeds, holes, bridged_m, legs, notes)
     SELECT $1, 'old ' || n, at, $2, at, at + interval '10 min', 600, 0, 0, 0, 0, 'ignition', 'ignition', 1000, 0, 30, 50, 0, 0, 0, '{}', '[]'
     FROM generate_series(1, 2000) n, LATERAL (SELECT $3::timestamptz - n * interval '1 day' AS at) t`,
    [old.installationId, old.vehicleId, NOW],
  );
  await database.query('ANALYZE trips');
  const id = await database.query<{ id: number }>(`SELECT organisation_id AS id FROM vehicles WHERE id = $1`, [
    old.vehicleId,
  ]);
  const own = id.rows[0]?.id ?? 0;
  const read = await inTransaction(database, async (db) => {
    await db.query('SET LOCAL enable_seqscan = off');
    const days = ['2026-11-20', '2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23'];
    await readUntilNow(db, { ...scope(), organisationId: own, organisationIds: [own] }, undefined, {
      days,
      timeZone: CLOCK.timeZone,
      now: NOW,
    });
    const { rows } = await db.query<{ trips: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS trips FROM pg_stat_xact_user_tables WHERE relname = 'trips'`,
    );
    return rows[0]?.trips;
  });
  expect(read).toBeGreaterThan(0);
  // A few rows of each of the five days, not the thousands before.
  expect(read).toBeLessThan(200);
});
