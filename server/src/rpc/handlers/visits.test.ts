import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertFence, insertVisit } from '../../testing/insert-facts.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let browser: TestBrowser;
let ids: { one: number; two: number; depot: number; shop: number };

const MONTH = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

beforeAll(async () => {
  fixture = await httpFixture();
  browser = await fixture.signedIn();
  const { database } = fixture;
  const one = await addTracked(database, { registration: 'SBA 1001' });
  const two = await addTracked(database, { registration: 'SBB 2002' });
  const depot = await insertFence(database, { name: 'Depot', tags: ['own'] });
  const shop = await insertFence(database, { name: 'Shop 7' });
  ids = { one: one.vehicleId, two: two.vehicleId, depot, shop };
  const visit = (of: typeof one, fenceId: number, start: string, end: string | null) =>
    insertVisit(database, of, { fenceId, start: `2026-11-${start}:00Z`, end: end && `2026-11-${end}:00Z` });
  await visit(one, depot, '02T06:00', '02T08:00');
  await visit(one, shop, '02T09:00', '02T09:30');
  await visit(one, depot, '02T18:00', '03T06:00');
  await visit(two, depot, '02T07:00', '02T07:10');
  await visit(two, shop, '04T10:00', null);
  await database.query(
    `WITH d AS (INSERT INTO drivers (organisation_id, name) VALUES (1, 'Ana'), (1, 'Bruno') RETURNING id, name)
     INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time)
     SELECT $1, id, CASE name WHEN 'Ana' THEN '2026-01-01'::timestamptz ELSE '2026-11-02T12:00Z' END,
            CASE name WHEN 'Ana' THEN '2026-11-02T12:00Z'::timestamptz END FROM d`,
    [one.vehicleId],
  );
});
afterAll(() => fixture.close());

test('the log has each visit, its driver, and the time since the last one to that geofence', async () => {
  const { rows, total } = await browser.call('get-visit-list', { ...MONTH, vehicleId: ids.one });
  expect(total).toBe(3);
  expect(
    rows?.map(({ fenceName, sinceLastS, driverName, durationS }) => ({ fenceName, sinceLastS, driverName, durationS })),
  ).toEqual([
    { fenceName: 'Depot', sinceLastS: null, driverName: 'Ana', durationS: 7200 },
    { fenceName: 'Shop 7', sinceLastS: null, driverName: 'Ana', durationS: 1800 },
    // Left at 08:00, back at 18:00.
    { fenceName: 'Depot', sinceLastS: 36_000, driverName: 'Bruno', durationS: 43_200 },
  ]);
});

test.each([
  ['a fence', () => ({ fenceId: ids.shop }), 2],
  ['a tag', () => ({ tag: 'own' }), 3],
  ['a plate', () => ({ search: 'SBB' }), 2],
  ['the name of a fence', () => ({ search: 'shop 7' }), 2],
  ['at least half an hour', () => ({ minS: 1800, maxS: 10_000 }), 2],
  ['a time in before noon of the 2nd', () => ({ to: '2026-11-02T12:00:00Z' }), 3],
])('filtered by %s', async (_, filter, count) => {
  expect((await browser.call('get-visit-list', { ...MONTH, ...filter() })).total).toBe(count);
});

test.each([
  [1, [43_200, 7200]],
  [2, [1800, 600]],
])('sorted by duration, page %d', async (page, durations) => {
  const input = { ...MONTH, sort: 'duration', direction: 'desc', page, pageSize: 2 };
  const { rows } = await browser.call('get-visit-list', input);
  expect(rows?.map(({ durationS }) => durationS)).toEqual(durations);
});

test('who is inside now', async () => {
  const { rows } = await browser.call('get-visits-inside');
  expect(rows).toMatchObject([{ fenceName: 'Shop 7', registration: 'SBB 2002', start: '2026-11-04T10:00:00.000Z' }]);
});

test('a day contains every visit during a part of it, also over midnight', async () => {
  const day = { from: '2026-11-03T00:00:00Z', to: '2026-11-04T00:00:00Z' };
  const { rows } = await browser.call('get-visit-list', day);
  expect(rows).toMatchObject([{ fenceName: 'Depot', start: '2026-11-02T18:00:00.000Z', durationS: 43_200 }]);
  // Six hours of the visit belong to that day; the visit counts on the day on which it began.
  const { rows: sums } = await browser.call('get-visit-totals', day);
  expect(sums).toMatchObject([{ id: ids.depot, visits: 0, totalS: 21_600, averageS: 21_600, longestS: 21_600 }]);
  const later = { from: '2026-11-03T06:00:00Z', to: '2026-11-04T00:00:00Z' };
  expect((await browser.call('get-visit-list', later)).total).toBe(0);
});

test.each([
  ['2026-11-02T07:05:00Z', ['SBA 1001', 'SBB 2002']],
  ['2026-11-02T07:10:00Z', ['SBA 1001']],
  ['2026-11-03T02:00:00Z', ['SBA 1001']],
  ['2026-11-03T15:00:00Z', []],
  ['2026-11-05T15:00:00Z', ['SBB 2002']],
])('who was inside at %s', async (at, registrations) => {
  const { rows, total } = await browser.call('get-visits-inside', { at });
  expect(rows?.map(({ registration }) => registration)).toEqual(registrations);
  expect(total).toBe(registrations.length);
});

test('totals by geofence', async () => {
  const { rows } = await browser.call('get-visit-totals', { ...MONTH, sort: 'visits', direction: 'desc' });
  expect(rows).toMatchObject([
    { id: ids.depot, visits: 3, vehicles: 2, totalS: 51_000, averageS: 17_000, longestS: 43_200 },
    { id: ids.shop, visits: 2, vehicles: 2 },
  ]);
});

test('a range of more than 400 days is refused at its field', async () => {
  const answer = await browser.call('get-visit-list', { from: '2025-01-01T00:00:00Z', to: '2026-11-01T00:00:00Z' });
  expect(answer).toMatchObject({ status: 422, fields: { to: 'Choose at most 400 days.' } });
});

test('the filters offer geofences by name, including the chosen one, and all tags', async () => {
  const answer = await browser.call('get-visit-choices', { fence: 'shop', fenceId: ids.depot });
  const { fences, fencesTotal, tags } = answer;
  expect(fences?.map(({ name }) => name)).toEqual(['Depot', 'Shop 7']);
  expect(fencesTotal).toBe(2);
  expect(tags).toEqual(['own']);
});
