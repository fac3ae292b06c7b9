import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay, insertTrip } from '../testing/insert-facts.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { requestReport, reportFixture, type ReportFixture } from '../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

/** The total and the rows of a column of a report. */
async function column(kind: string, key: string, params: object) {
  const { columns, rows, totals } = await requestReport(fixture.admin, kind, { ...params, pageSize: 100 });
  const at = columns.findIndex((one) => one.key === key);
  return { total: totals.cells[at], cells: rows.map(({ cells }) => cells[at]) };
}
const dashboard = async (range: { from: string; to: string }) =>
  (await fixture.admin.call('get-dashboard', { range: 'own', ...range })).sums;

test('a deleted vehicle counts everywhere for days on which it existed, and nowhere else', async () => {
  const { database } = fixture.http;
  const gone = await addTracked(database, { registration: 'GONE 1' });
  const idle = await addTracked(database, { registration: 'GONE 2' });
  await insertTrip(database, gone, { start: '2026-07-01T08:00:00Z', end: '2026-07-01T09:00:00Z', distanceM: 50_000 });
  await insertDay(database, gone, { day: '2026-07-01', distanceM: 50_000 });
  const ids = [gone.vehicleId, idle.vehicleId];
  await database.query('UPDATE installations SET removed_at = $2 WHERE vehicle_id = ANY($1)', [ids, '2026-07-10']);
  await database.query('UPDATE vehicles SET deleted_at = $2 WHERE id = ANY($1)', [ids, '2026-07-10']);
  const range = { from: '2026-07-01', to: '2026-07-02' };
  expect((await dashboard(range))?.distanceM).toBe(50_000);
  expect((await dashboard({ from: '2026-07-01', to: '2026-07-01' }))?.distanceM).toBe(50_000);
  const listed = await fixture.admin.call('get-dashboard-vehicles', { range: 'own', ...range, pageSize: 100 });
  expect(listed.rows?.map(({ registration, distanceM }) => [registration, distanceM])).toEqual(
    expect.arrayContaining([['GONE 1', 50_000]]),
  );
  expect(listed.rows?.map(({ registration }) => registration)).not.toContain('GONE 2');
  for (const kind of ['travel-summary', 'day-by-day', 'month-matrix', 'trips']) {
    expect(await column(kind, 'distance', range), kind).toEqual({ total: 50_000, cells: [50_000] });
  }
  // Every vehicle: the three of the fleet, and a deleted one.
  const all = await column('travel-summary', 'vehicle', { ...range, own: { vehicles: 'all' } });
  expect(all.cells).toEqual(['GONE 1', 'SBA 1', 'sba 2', 'ZZZ 9']);
  const series = (await fixture.admin.call('get-dashboard', { range: 'own', from: '2026-07-01', to: '2026-07-01' }))
    .series?.rows;
  expect(series?.reduce((sum, { distanceM }) => sum + distanceM, 0)).toBeCloseTo(50_000, 3);
});

test('engine hours of days with only movement are unknown: on the dashboard, its list and in the reports', async () => {
  const { database } = fixture.http;
  const wired = await addTracked(database, { registration: 'WIRE 1' });
  const bare = await addTracked(database, { registration: 'WIRE 2' });
  // A day has 4,000 s with the engine on.
  await insertDay(database, wired, { day: '2026-08-01', distanceM: 10_000 });
  await insertDay(database, wired, { day: '2026-08-02', distanceM: 10_000 });
  await insertDay(database, bare, { day: '2026-08-01', distanceM: 10_000 });
  await database.query(
    `UPDATE day_totals SET engine_s = 3000, engine_known_s = 0, idle_s = 0, engine_by = '{"movement":3000}'
     WHERE vehicle_id = $1 OR (vehicle_id = $2 AND day = '2026-08-02')`,
    [bare.vehicleId, wired.vehicleId],
  );
  const range = { from: '2026-08-01', to: '2026-08-02' };
  const { sums, engineBy } = await fixture.admin.call('get-dashboard', { range: 'own', ...range });
  expect(sums?.engineS).toBe(4000);
  expect(engineBy).toEqual({ wire: 3000, movement: 1000 });
  const listed = await fixture.admin.call('get-dashboard-vehicles', { range: 'own', ...range, pageSize: 100 });
  expect(listed.rows?.filter(({ engineS }) => engineS > 0).map(({ registration }) => registration)).toEqual(['WIRE 1']);
  for (const kind of ['engine-hours', 'travel-summary', 'day-by-day']) {
    expect((await column(kind, 'engine', range)).total, kind).toBe(4000);
  }
  const days = { ...range, vehicleIds: [wired.vehicleId], sort: 'day', direction: 'asc' as const };
  expect((await column('day-by-day', 'engine', days)).cells).toEqual([4000, null]);
});

test('a day in the middle of a silence is unknown, although the device reported later', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'QUIET 1' });
  await insertDay(database, of, { day: '2026-09-01', distanceM: 30_000 });
  for (const day of ['2026-09-02', '2026-09-03']) {
    await database.query(
      `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
         trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions, invalid,
         legs, unseen_s)
       VALUES ($1, 'day:' || $3::text, now(), $2, $3::date, $3::date, $3::date + 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}',
         86400)`,
      [of.installationId, of.vehicleId, day],
    );
  }
  const range = { from: '2026-09-01', to: '2026-09-03', vehicleIds: [of.vehicleId] };
  const days = { ...range, sort: 'day', direction: 'asc' as const };
  for (const [key, first] of [
    ['distance', 30_000],
    ['trips', 1],
    ['driving', 3000],
    ['stopped', 100],
    ['overspeeds', 2],
    ['max', 80],
  ] as const) {
    expect((await column('day-by-day', key, days)).cells, key).toEqual([first, null, null]);
  }
  expect((await column('day-by-day', 'unseen', days)).cells).toEqual([1200, 86_400, 86_400]);
  const silent = { ...range, from: '2026-09-02' };
  for (const key of ['distance', 'trips', 'driving', 'stopped', 'tows']) {
    expect(await column('travel-summary', key, silent), key).toEqual({ total: null, cells: [null] });
  }
  expect(await column('month-matrix', 'd2', range)).toEqual({ total: null, cells: [null] });
  expect((await column('fuel-by-day', 'distance', days)).cells).toEqual([30_000]);
});

test('a report by group states the time of its groups, and one of engine hours the days', async () => {
  const { http, admin, ids } = fixture;
  const range = { from: '2026-09-01', to: '2026-09-02' };
  const notes = async (kind: string, params: object) =>
    (await requestReport(admin, kind, { ...range, ...params })).notes.join(' ');
  const then = 'in the group they were in on each day';
  expect(await notes('trips', { group: 'group' })).toContain(then);
  expect(await notes('trips', { groupIds: [ids.north] })).toContain(then);
  expect(await notes('trips', { group: 'vehicle' })).not.toContain('in the group');
  const organisationId = await addOrganisation(http.database, 'Far', 1);
  await http.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [organisationId]);
  const { vehicleId } = await addTracked(http.database, { registration: 'FAR 1', organisationId });
  for (const kind of ['engine-hours', 'day-by-day', 'travel-summary']) {
    expect(await notes(kind, {}), kind).toContain('1 vehicle belongs to an organisation in another time zone');
    expect(await notes(kind, { vehicleIds: [ids.first] }), kind).not.toContain('another time zone');
  }
  expect(await notes('trips', { vehicleIds: [vehicleId] })).not.toContain('another time zone');
});
