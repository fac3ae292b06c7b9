import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addTracked,
  insertAlarm,
  insertFence,
  insertStop,
  insertTow,
  insertTrip,
  insertVisit,
} from '../../../testing/insert-facts.ts';
import { addUser } from '../../../testing/organisations.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';

const on = (time: string) => `2026-05-01T${time}:00Z`;

let fixture: ReportFixture;
let vehicleId: number;
beforeAll(async () => {
  fixture = await reportFixture();
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'ALL 1' });
  ({ vehicleId } = of);
  const fenceId = await insertFence(database, { name: 'Yard' });
  await insertTrip(database, of, { start: on('08:00'), end: on('09:00'), distanceM: 50_000 });
  await insertVisit(database, of, { start: on('07:30'), end: on('08:05'), fenceId, distanceM: 900 });
  await insertAlarm(database, of, { start: on('08:30'), clearedAt: on('08:32'), rule: 'Door open' });
  await insertStop(database, of, { start: on('09:00'), end: null, durationS: 600 });
  await insertTow(database, of, { start: on('10:00'), end: on('10:10'), distanceM: 2000 });
});
afterAll(() => fixture.http.close());

const readEvents = async (params: object) => {
  const { columns, rows, totals } = await requestReport(fixture.admin, 'chronology', {
    vehicleIds: [vehicleId],
    ...params,
  });
  const of = (cells: readonly unknown[], key: string) => cells[columns.findIndex((column) => column.key === key)];
  return {
    rows: rows.map(({ cells }) => ['what', 'about', 'duration'].map((key) => of(cells, key))),
    distance: of(totals.cells, 'distance'),
  };
};
const DAY = { from: '2026-05-01', to: '2026-05-01' };

test('events are in order, and only distances are added up', async () => {
  expect(await readEvents(DAY)).toEqual({
    rows: [
      ['visit', 'Yard', 2100],
      ['trip', null, 3600],
      ['alarm', 'Door open', 120],
      ['stop', null, 600],
      ['tow', null, 600],
    ],
    distance: 52_000,
  });
  expect((await readEvents({ ...DAY, own: { only: 'alarm' } })).rows).toEqual([['alarm', 'Door open', 120]]);
});

test('an installed device is part of the chronology', async () => {
  const { rows } = await readEvents({ from: '2025-12-31', to: '2026-01-01' });
  expect(rows.map(([what, about]) => [what, about])).toEqual([['device', 'ALL 1']]);
});

test('a role that does not show alarms or geofences has none here', async () => {
  const { http } = fixture;
  const who = { username: 'reader', password: 'pass-word', organisationId: 1, priority: 3, email: 'reader@x.org' };
  await addUser(http.database, { ...who, grants: { reports: ['view'], alarms: ['view'] } });
  const reader = await http.signedIn('reader', 'pass-word');
  expect((await reader.call('get-report', { kind: 'chronology' })).status).toBe(403);
  expect((await reader.call('get-report', { kind: 'trips' })).status).toBe(200);
});

test('for a whole fleet each day has the events that began on it, without those that the person may not see', async () => {
  const { http, admin } = fixture;
  const { rows } = await http.database.query<{ id: number }>(
    `INSERT INTO organisations (name, parent_id, time_zone) VALUES ('Branch', 1, 'Europe/Madrid') RETURNING id`,
  );
  const organisationId = rows[0]?.id ?? 0;
  const grants = { reports: ['view'], alarms: ['view'], 'in-out-location': ['view'] } as const;
  await addUser(http.database, { username: 'branch', password: 'pass-word', organisationId, grants });
  const theirs = await addTracked(http.database, { registration: 'BRANCH 1', organisationId });
  const ours = await addTracked(http.database, { registration: 'ALL 2' });
  const fenceId = await insertFence(http.database, { name: 'Yard of Branch', organisationId });
  // Midnight in Madrid is 22:00 UTC, and 23:00 UTC after the 25 hours of 25 October.
  for (const start of [
    '2026-10-23T21:59:59Z',
    '2026-10-23T22:00:00Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00:00Z',
  ]) {
    const end = start.replace(/\d\d:\d\d:\d\d/, '23:30:00');
    for (const of of [theirs, ours]) await insertTrip(http.database, of, { start, end, distanceM: 1000 });
    await insertVisit(http.database, theirs, { start, end, fenceId });
  }
  const days = async (browser: typeof admin) => {
    const { chart, total } = await requestReport(browser, 'chronology', { from: '2026-10-24', to: '2026-10-26' });
    return [total, ...(chart?.points.map(({ value }) => value) ?? [])];
  };
  expect(await days(admin)).toEqual([9, 3, 3, 3]);
  expect(await days(await http.signedIn('branch', 'pass-word'))).toEqual([6, 2, 2, 2]);
});

test('a geofence of other vehicles has no name beside the speeding in it', async () => {
  const { http, admin } = fixture;
  const { database } = http;
  const of = await addTracked(database, { registration: 'FAST 1' });
  const other = await addTracked(database, { registration: 'FAST 2' });
  const [own, secret] = [
    await insertFence(database, { name: 'Own yard' }),
    await insertFence(database, { name: 'Secret yard' }),
  ];
  await database.query('UPDATE geofences SET vehicle_ids = ARRAY[$2::int] WHERE id = $1', [secret, other.vehicleId]);
  for (const [fenceId, at] of [
    [own, on('11:00')],
    [secret, on('12:00')],
  ]) {
    await database.query(
      `INSERT INTO overspeeds (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
         limit_kph, max_kph, distance_m, fence_id)
       VALUES ($1, gen_random_uuid()::text, now(), $2, $3, $3, 60, 0, 0, 80, 96, 1500, $4)`,
      [of.installationId, of.vehicleId, at, fenceId],
    );
  }
  const who = { username: 'limited', password: 'pass-word', organisationId: 1, priority: 3, email: 'limited@x.org' };
  const grants = { reports: ['view'], alarms: ['view'], 'in-out-location': ['view'] } as const;
  const id = await addUser(database, { ...who, grants });
  await database.query(
    'UPDATE users SET limited = true, limit_common = true, limit_vehicle_ids = ARRAY[$2::int] WHERE id = $1',
    [id, of.vehicleId],
  );
  const names = async (browser: TestBrowser, kind: string, key: string) => {
    // Chosen geofences filter visits, and hide no names in other rows.
    const params = { ...DAY, vehicleIds: [of.vehicleId], fenceIds: [secret], sort: 'start' };
    const { columns, rows } = await requestReport(browser, kind, params);
    return rows.map(({ cells }) => cells[columns.findIndex((column) => column.key === key)]);
  };
  const limited = await http.signedIn('limited', 'pass-word');
  for (const [kind, key] of [
    ['overspeed', 'fence'],
    ['chronology', 'about'],
  ] as const) {
    expect(await names(admin, kind, key)).toEqual(['Own yard', 'Secret yard']);
    expect(await names(limited, kind, key)).toEqual(['Own yard', null]);
  }
});
