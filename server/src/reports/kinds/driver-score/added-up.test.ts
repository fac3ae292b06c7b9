import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUpDays, sumLateDays } from '../../../store/driven/add-up-days.ts';
import { httpFixture, type HttpFixture } from '../../../testing/http-fixture.ts';
import { addTracked, insertIdle, insertTrip } from '../../../testing/insert-facts.ts';
import { requestReport } from '../../../testing/report-fixture.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';

const RANGE = { from: '2026-03-25', to: '2026-03-31' };
/** A day after the end of the last day of the range. */
const NOW = new Date('2026-04-02T12:00Z');

let http: HttpFixture;
let admin: TestBrowser;
let ana: Awaited<ReturnType<typeof driven>>;
beforeAll(async () => {
  http = await httpFixture();
  admin = await http.signedIn();
  // The clock goes forward in the night to 29 March.
  await http.database.query(`UPDATE organisations SET time_zone = 'Europe/Berlin' WHERE id = 1`);
  ana = await driven('Ana');
  const ben = await driven('Ben', '2026-03-27T12:00Z');
  await drives(ben.vehicleId, 'Cleo', '2026-03-27T12:00Z', null);
  const { database } = http;
  for (const of of [ana, ben]) {
    // Trips over midnight, through the skipped hour, during the day, without an engine source and over six days; then a
    // day without any.
    await insertTrip(database, of, { start: '2026-03-26T20:00Z', end: '2026-03-27T03:30Z', distanceM: 300_000 });
    await insertTrip(database, of, {
      start: '2026-03-29T00:30Z',
      end: '2026-03-29T06:00Z',
      distanceM: 200_000,
      idleS: 900,
    });
    await insertTrip(database, of, { start: '2026-03-28T10:00Z', end: '2026-03-28T15:00Z', distanceM: 250_000 });
    const moved = { engineSource: 'movement', distanceM: 80_000 };
    await insertTrip(database, of, { start: '2026-03-27T10:00Z', end: '2026-03-27T13:00Z', ...moved });
    await insertTrip(database, of, { start: '2026-03-30T09:00Z', end: '2026-04-05T09:00Z', distanceM: 900_000 });
    await insertTrip(database, of, { start: '2026-03-28T09:00Z', end: null, durationS: 0, distanceM: 0 });
    await insertIdle(database, of, { start: '2026-03-27T22:50Z', end: '2026-03-27T23:40Z' });
    await speeds(of, '2026-03-26T21:00Z', 600);
    await speeds(of, '2026-03-31T21:59Z', 60);
  }
});
afterAll(() => http.close());

const drives = (vehicleId: number, name: string, from: string, to: string | null) =>
  http.database.query(
    `WITH d AS (INSERT INTO drivers (organisation_id, name) VALUES (1, $1) RETURNING id)
     INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, source)
     SELECT $2, d.id, $3::timestamptz, $4::timestamptz, 'assignment' FROM d`,
    [name, vehicleId, from, to],
  );

async function driven(name: string, to: string | null = null) {
  const of = await addTracked(http.database, { registration: `OF ${name}` });
  await http.database.query(`UPDATE installations SET installed_at = '2026-03-24' WHERE id = $1`, [of.installationId]);
  await drives(of.vehicleId, name, '2026-01-01T00:00Z', to);
  return of;
}

const speeds = (of: { installationId: number; vehicleId: number }, at: string, seconds: number) =>
  http.database.query(
    `INSERT INTO overspeeds (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
       limit_kph, max_kph, distance_m)
     VALUES ($1, gen_random_uuid()::text, now(), $2, $3::timestamptz, $3::timestamptz, $4, 0, 0, 80, 96, 1500)`,
    [of.installationId, of.vehicleId, at, seconds],
  );

const cell = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);

/** The values of each driver to nine digits, because sums may be added in another order. */
async function readScores(range = RANGE) {
  const { columns, rows } = await requestReport(admin, 'driver-score', { ...range, own: { leastDistance: 0 } });
  return Object.fromEntries(
    rows.map(({ cells }) => [cells[0], Object.fromEntries(cells.map((one, at) => [columns[at]?.key, cell(one)]))]),
  );
}

const never = new AbortController().signal;
const days = async () => {
  const { rows } = await http.database.query<{ day: string }>(
    'SELECT day::text FROM driven_days WHERE vehicle_id = $1 ORDER BY day',
    [ana.vehicleId],
  );
  return rows.map(({ day }) => day.slice(5));
};

test('precomputed days match the facts, whatever changes afterwards', async () => {
  const { database } = http;
  const facts = await readScores();
  // 20:00 to 3:30 UTC is 21:00 to 4:30 in Berlin, of which 6.5 hours are night. 1:30 to 8:00 local time on the 29th are
  // 5.5 hours, of which 2.5 are before 5:00; 15 minutes of the whole were standing, so they count 5.25 / 5.5. Of the
  // six days, those count for which the driver is known, up to three days after the range: 109 hours, four nights of
  // seven hours and two hours of a fifth.
  expect(facts['Ana']).toMatchObject({ driving: 7.5 * 3600 + 5.25 * 3600 + 5 * 3600 + 3 * 3600 + 109 * 3600 });
  expect(facts['Ana']?.['night']).toBeCloseTo((6.5 + (2.5 * 5.25) / 5.5 + 30) / 129.75, 8);
  expect(Object.keys(facts).toSorted()).toEqual(['Ana', 'Ben', 'Cleo']);
  // The late marks that writing the facts left concern days that were not summed yet.
  await sumLateDays(database, never);
  expect(await days()).toEqual([]);
  await addUpDays(database, never, NOW);
  // 30 March has a trip that was not over three days later.
  expect(await days()).toEqual(['03-24', '03-25', '03-26', '03-27', '03-28', '03-29', '03-31']);
  expect(await readScores()).toEqual(facts);
  // The report reads the stored sums: only they contain this change.
  await database.query(
    `UPDATE driven_days SET distance_m = distance_m + 1000 WHERE vehicle_id = $1 AND day = '2026-03-28'`,
    [ana.vehicleId],
  );
  const { Ana: more } = await readScores();
  expect(Number(more?.['distance']) - Number(facts['Ana']?.['distance'])).toBeCloseTo(1000, 3);
  // A fact of that day changes: the day is read from the facts immediately, the others are not.
  await database.query(
    `UPDATE trips SET distance_m = 260000 WHERE vehicle_id = $1 AND started_at = '2026-03-28T10:00Z'`,
    [ana.vehicleId],
  );
  const distance = async () => Number((await readScores())['Ana']?.['distance']);
  const before = Number(facts['Ana']?.['distance']);
  expect(await distance()).toBeCloseTo(before + 10_000, 3);
  await sumLateDays(database, never);
  expect((await database.query('SELECT FROM driven_late')).rows).toHaveLength(0);
  expect(await distance()).toBeCloseTo(before + 10_000, 3);
  // One trip is deleted, one arrives late, and one that was open ends.
  await database.query(`DELETE FROM trips WHERE vehicle_id = $1 AND started_at = '2026-03-28T10:00Z'`, [ana.vehicleId]);
  await insertTrip(database, ana, { start: '2026-03-25T08:00Z', end: '2026-03-25T09:00Z', distanceM: 40_000 });
  await insertIdle(database, ana, { start: '2026-03-25T09:00Z', end: '2026-03-25T09:20Z' });
  await speeds(ana, '2026-03-25T08:30Z', 120);
  await database.query(
    `UPDATE trips SET ended_at = '2026-03-31T09:00Z', duration_s = 86400 WHERE vehicle_id = $1 AND started_at = '2026-03-30T09:00Z'`,
    [ana.vehicleId],
  );
  const changed = await readScores();
  expect(changed['Ana']).toMatchObject({
    distance: before - (900_000 * 109) / 144 + 900_000 - 250_000 + 40_000,
    driving: (7.5 + 5.25 + 3 + 24 + 1) * 3600,
  });
  await sumLateDays(database, never);
  expect(await days()).toContain('03-30');
  expect(await readScores()).toEqual(changed);
  // In another time zone the days begin at other moments.
  await database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = 1`);
  const elsewhere = await readScores();
  expect(elsewhere).not.toEqual(changed);
  await addUpDays(database, never, NOW);
  expect(await readScores()).toEqual(elsewhere);
  await database.query('DELETE FROM driven_days; DELETE FROM driven_made');
  expect(await readScores()).toEqual(elsewhere);
});
