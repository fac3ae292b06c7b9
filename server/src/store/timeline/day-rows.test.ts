import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addTracked,
  insertDay,
  insertFuelChange,
  insertIdle,
  insertStop,
  insertTow,
  insertTrip,
} from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { readDashboard, readWeekdays } from '../dashboard/dashboard.ts';
import { readOwnClock } from '../dashboard/own-clock.ts';
import { dayRows } from './day-rows.ts';
import { readVehicleDay, readVehicleDays } from './vehicle-day.ts';

let test: TestDatabase;
let top: number;
let below: number;
beforeAll(async () => {
  test = await testDatabase();
  const { database } = test;
  top = await addOrganisation(database, 'Head');
  below = await addOrganisation(database, 'Depot', top);
  await database.query(`UPDATE organisations SET time_zone = 'America/Montevideo' WHERE id = $1`, [top]);
  await database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [below]);
});
afterAll(() => test?.close());

const all = () => ({ organisationId: top, organisationIds: [top, below], root: false, limit: null });

/**
 * 00:58 on 20 November in Montevideo, where the organisation is; 09:28 in Kolkata, where the organisation below is.
 */
it('vehicles of an organisation below with another time zone count by the caller’s day', async () => {
  const { database } = test;
  const near = await addTracked(database, { organisationId: top, registration: 'HEAD 1' });
  const far = await addTracked(database, { organisationId: below, registration: 'DEPOT 1' });
  // Near: its stored total of the day that began at 03:00 UTC.
  await insertDay(database, near, { day: '2026-11-20', distanceM: 45_000 });
  // Far: 100 km in its own day, which began at 18:30 UTC. Its first trip ended before the caller's day began; half of
  // the second, 60 km in an hour, lies in it.
  await insertDay(database, far, { day: '2026-11-20', distanceM: 100_000 });
  const driven = (start: string, end: string, km: number) =>
    insertTrip(database, far, { start, end, distanceM: km * 1000 });
  await driven('2026-11-19T20:00:00Z', '2026-11-19T21:00:00Z', 40);
  await driven('2026-11-20T02:30:00Z', '2026-11-20T03:30:00Z', 60);
  const now = new Date('2026-11-20T03:58:00Z');
  const clock = await readOwnClock(database, all(), now);
  expect(clock).toEqual({ timeZone: 'America/Montevideo', today: '2026-11-20' });
  const figures = async (day: string) => {
    const answer = await readDashboard(database, all(), { range: { from: day, to: day }, clock, by: 'distance', now });
    return answer.top.map(({ registration, distanceM, drivingS, trips }) => [registration, distanceM, drivingS, trips]);
  };
  expect(await figures('2026-11-20')).toEqual([
    ['HEAD 1', 45_000, 3000, 1],
    // The trip began the day before.
    ['DEPOT 1', 30_000, 1800, 0],
  ]);
  expect(await figures('2026-11-19')).toEqual([['DEPOT 1', 70_000, 5400, 2]]);
  const weekdays = await readWeekdays(database, all(), { clock, now });
  expect(weekdays.days[0]).toMatchObject({ day: '2026-11-20', whole: { distanceM: 75_000, drove: 2 } });
  // The vehicle's page shows the same figures as the timeline.
  const page = await readVehicleDays(database, all(), { vehicleId: far.vehicleId, days: 2 }, now);
  expect(page.timeZone).toBe('America/Montevideo');
  expect(page.days.map(({ day, distanceM, trips, tripsBefore }) => [day, distanceM, trips, tripsBefore])).toEqual([
    // The trip from half an hour before to half an hour after midnight counts as one of the day before.
    ['2026-11-20', 30_000, 0, 1],
    ['2026-11-19', 70_000, 2, 0],
  ]);
  const [from, to] = [new Date('2026-11-20T03:00:00Z'), new Date('2026-11-21T03:00:00Z')];
  const day = await readVehicleDay(database, all(), { vehicleId: far.vehicleId, from, to, alarms: false }, () => null);
  expect(day.totals).toMatchObject({ distanceM: 30_000, drivingS: 1800, trips: 0, tripsBefore: 1 });
});

it('engine hours and fuel belong to the day on which the vehicle drove, not to the day on which it stood', async () => {
  const { database } = test;
  const vehicle = await addTracked(database, { organisationId: below, registration: 'DEPOT 3' });
  const { vehicleId } = vehicle;
  // Its own day of 11 May lasts from 18:30 UTC of the 10th, 15:30 in Montevideo, to 18:30 UTC of the 11th. It stood on
  // the 10th; on the 11th it drove for an hour and idled for half an hour, and 160 l were filled in.
  await insertDay(database, vehicle, { day: '2026-05-11', distanceM: 50_000 });
  await database.query(
    `UPDATE day_totals SET engine_s = 5400, fuel_net_l = 15 - 160, started_at = '2026-05-10T18:30Z', ended_at = '2026-05-11T18:30Z'
     WHERE vehicle_id = $1`,
    [vehicleId],
  );
  await insertStop(database, vehicle, { start: '2026-05-10T04:00:00Z', end: '2026-05-11T08:00:00Z' });
  await insertTrip(database, vehicle, {
    start: '2026-05-11T08:00:00Z',
    end: '2026-05-11T09:00:00Z',
    distanceM: 50_000,
  });
  await insertIdle(database, vehicle, { start: '2026-05-11T10:00:00Z', end: '2026-05-11T10:30:00Z' });
  await insertFuelChange(database, vehicle, {
    start: '2026-05-11T09:05:00Z',
    end: '2026-05-11T09:10:00Z',
    change: 'fill',
    litres: 160,
    beforeL: 100,
  });
  const rows = dayRows({
    subjectSql: 'v.id = $1',
    within: (day) => `${day} BETWEEN '2026-05-10' AND '2026-05-12'`,
    days: `SELECT day::date FROM generate_series('2026-05-10'::date, '2026-05-12'::date, interval '1 day') day`,
    zone: `'America/Montevideo'`,
    fuel: true,
  });
  const { rows: days } = await database.query(
    `SELECT r.day::text, r.engine_s::float8 AS engine, round(r.fuel_net_l::numeric, 3)::float8 AS fuel
       FROM (${rows}) r WHERE r.heard ORDER BY r.day`,
    [vehicleId],
  );
  expect(days).toEqual([
    { day: '2026-05-10', engine: 0, fuel: 0 },
    { day: '2026-05-11', engine: 5400, fuel: 15 - 160 },
  ]);
});

/**
 * A vehicle in Kolkata, whose own days begin at 18:30 UTC, read by the days of time zones with a clock change: by an
 * hour, and by half an hour.
 */
it('days of 23, 25 and 24.5 hours of another time zone contain their part of facts, engine hours and fuel', async () => {
  const { database } = test;
  const vehicle = await addTracked(database, { organisationId: below, registration: 'DEPOT 4' });
  const { vehicleId } = vehicle;
  const ownDay = async (day: string, engineS: number, fuelL: number | null) => {
    await insertDay(database, vehicle, { day, distanceM: 1 });
    await database.query(
      `UPDATE day_totals SET engine_s = $3, engine_known_s = 86400, fuel_net_l = $4,
         started_at = day_begins(day, 'Asia/Kolkata'), ended_at = day_begins(day + 1, 'Asia/Kolkata')
       WHERE vehicle_id = $1 AND day = $2`,
      [vehicleId, day, engineS, fuelL],
    );
  };
  const daysOf = async (zone: string, first: string, last: string) => {
    const rows = dayRows({
      subjectSql: 'v.id = $1',
      within: (day) => `${day} BETWEEN $2 AND $3`,
      days: "SELECT day::date FROM generate_series($2::date, $3::date, interval '1 day') day",
      zone: '$4',
      fuel: true,
    });
    const { rows: days } = await database.query(
      `SELECT r.day::text, round(r.distance_m::numeric)::int AS metres, round(r.trip_s::numeric)::int AS trip,
              round(r.stop_s::numeric)::int AS stop, round(r.idle_s::numeric)::int AS idle,
              round(r.engine_s::numeric)::int AS engine, round(r.engine_known_s::numeric)::int AS known,
              round(r.fuel_net_l::numeric, 3)::float8 AS fuel, r.trips::int
       FROM (${rows}) r WHERE r.heard ORDER BY r.day`,
      [vehicleId, first, last, zone],
    );
    return days;
  };
  const HOUR = 3600;
  // Berlin's 25 October lasts 25 hours, from 22:00 UTC of the 24th to 23:00 UTC. A trip across each midnight, and
  // idling across the midnight of Kolkata between them.
  await insertStop(database, vehicle, { start: '2026-10-23T12:00:00Z', end: '2026-10-24T21:30:00Z' });
  await insertTrip(database, vehicle, {
    start: '2026-10-24T21:30:00Z',
    end: '2026-10-24T22:30:00Z',
    distanceM: 60_000,
  });
  await insertStop(database, vehicle, { start: '2026-10-24T22:30:00Z', end: '2026-10-25T22:30:00Z' });
  await insertIdle(database, vehicle, { start: '2026-10-25T18:00:00Z', end: '2026-10-25T19:00:00Z' });
  await insertTrip(database, vehicle, {
    start: '2026-10-25T22:30:00Z',
    end: '2026-10-25T23:30:00Z',
    distanceM: 90_000,
  });
  await insertStop(database, vehicle, { start: '2026-10-25T23:30:00Z', end: '2026-10-27T12:00:00Z' });
  // Its own 25th: a trip of an hour and half an hour of idling, a third of which lies before Berlin's midnight. Its own
  // 26th: half an hour of idling and a trip of an hour, a third of which lies after the next midnight.
  await ownDay('2026-10-25', 1.5 * HOUR, 15);
  await ownDay('2026-10-26', 3 * HOUR, 30);
  const before = { metres: 30_000, trip: 1800, stop: 23.5 * HOUR, idle: 0, engine: 0.5 * HOUR, fuel: 5, trips: 1 };
  const long = { metres: 75_000, trip: 3600, stop: 24 * HOUR, idle: 3600, engine: 3 * HOUR, fuel: 30, trips: 1 };
  const after = { metres: 45_000, trip: 1800, stop: 23.5 * HOUR, idle: 0, engine: HOUR, fuel: 10, trips: 0 };
  expect(await daysOf('Europe/Berlin', '2026-10-24', '2026-10-26')).toEqual([
    { day: '2026-10-24', ...before, known: 3.5 * HOUR },
    { day: '2026-10-25', ...long, known: 25 * HOUR },
    { day: '2026-10-26', ...after, known: 19.5 * HOUR },
  ]);
  // Berlin's 29 March lasts 23 hours, from 23:00 UTC of the 28th to 22:00 UTC, and it stood: engine hours of inactive
  // days are distributed by time, 19.5 hours of its own 29th and 3.5 of its own 30th.
  await insertStop(database, vehicle, { start: '2026-03-28T00:00:00Z', end: '2026-04-07T00:00:00Z' });
  await ownDay('2026-03-29', 0.24 * HOUR, 24);
  await ownDay('2026-03-30', 0.24 * HOUR, 24);
  const stood = { metres: 0, trip: 0, idle: 0, trips: 0 };
  expect(await daysOf('Europe/Berlin', '2026-03-29', '2026-03-29')).toEqual([
    { day: '2026-03-29', ...stood, stop: 23 * HOUR, engine: 0.23 * HOUR, known: 23 * HOUR, fuel: 23 },
  ]);
  // Lord Howe's 5 April lasts 24.5 hours, from 13:00 UTC of the 4th to 13:30 UTC: 5.5 hours of one own day and 19 of
  // the next.
  await ownDay('2026-04-04', 0.24 * HOUR, null);
  await ownDay('2026-04-05', 0.24 * HOUR, 24);
  expect(await daysOf('Australia/Lord_Howe', '2026-04-05', '2026-04-05')).toEqual([
    { day: '2026-04-05', ...stood, stop: 24.5 * HOUR, engine: 0.245 * HOUR, known: 24.5 * HOUR, fuel: 19 },
  ]);
});

it('a fact of several weeks counts in each day that it overlaps, by the share of its time', async () => {
  const { database } = test;
  const vehicle = await addTracked(database, { organisationId: below, registration: 'DEPOT 2' });
  const { vehicleId } = vehicle;
  const DAY_S = 86_400;
  // Days of Montevideo begin at 03:00 UTC. It stood from 1 June to 1 September; then it moved 2,100 km in three weeks
  // without data; then it was shipped for two days, and idled across a midnight.
  const [june, september] = ['2026-06-01T03:00:00Z', '2026-09-01T03:00:00Z'];
  await insertStop(database, vehicle, { start: june, end: september });
  const arrived = '2026-09-22T03:00:00Z';
  await insertTrip(database, vehicle, { start: september, end: arrived, distanceM: 2_100_000, unseenS: 21 * DAY_S });
  await insertTow(database, vehicle, { start: arrived, end: '2026-09-24T03:00:00Z', distanceM: 80_000 });
  await insertIdle(database, vehicle, { start: '2026-09-24T21:00:00Z', end: '2026-09-25T09:00:00Z' });
  const daysUpTo = async (until: string) => {
    const now = new Date(`${until}T12:00:00Z`);
    return (await readVehicleDays(database, all(), { vehicleId, days: 31 }, now)).days.toReversed();
  };
  const august = await daysUpTo('2026-08-31');
  expect(august).toHaveLength(31);
  for (const day of august) expect(day).toMatchObject({ stopS: DAY_S, tripS: 0, unseenS: 0, trips: 0 });

  const days = new Map((await daysUpTo('2026-09-26')).map((day) => [day.day, day]));
  for (const [day, sums] of days) {
    if (day < '2026-09-01' || day > '2026-09-21') continue;
    expect(sums, day).toMatchObject({ tripS: 0, unseenS: DAY_S, stopS: 0, trips: day === '2026-09-01' ? 1 : 0 });
    expect(sums.distanceM, day).toBeCloseTo(100_000, 1);
  }
  expect(days.get('2026-09-22')).toMatchObject({ distanceM: 0, towM: 40_000, towS: DAY_S, tows: 1, unseenS: 0 });
  expect(days.get('2026-09-23')).toMatchObject({ distanceM: 0, towM: 40_000, towS: DAY_S, tows: 0 });
  expect(days.get('2026-09-24')).toMatchObject({ idleS: 6 * 3600, towS: 0 });
  expect(days.get('2026-09-25')).toMatchObject({ idleS: 6 * 3600 });
  expect([...days.keys()].at(-1)).toBe('2026-09-25');
});
