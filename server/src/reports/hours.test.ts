import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpFixture } from '../testing/http-fixture.ts';
import { requestReport, reportFixture, type ReportFixture, WEEK } from '../testing/report-fixture.ts';

let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
});
afterAll(() => http.close());

const rowsOf = async (kind: string, hours: string) => {
  const { total, totals, groups } = await requestReport(fixture.admin, kind, {
    ...WEEK,
    own: { hours },
    group: 'vehicle',
    subtotals: true,
  });
  expect(groups).toHaveLength(total);
  return totals.rows;
};

// Trips of the three vehicles begin at 6:00 UTC: at 7:00 in Madrid on the 27th and 28th, at 8:00 from the 29th on, and
// once at 23:30.
test.each([
  ['07:00-08:00', 6],
  ['08:00-09:00', 9],
  ['22:00-05:00', 3],
  ['23:30-23:31', 3],
  // The end is excluded.
  ['23:00-23:30', 0],
  ['05:00-22:00', 15],
  ['06:00-06:00', 18],
  // Empty or invalid hours count as not chosen.
  ['25:00-26:00', 18],
])('trips that begin between %s by the clock of the organisation: %i', async (hours, expected) => {
  expect(await rowsOf('trips', hours)).toBe(expected);
});

// In Madrid's local time each of the three vehicles stands from 8:10 to 10:00 on the 27th and 28th, from 9:10 to 11:00
// from the 29th on, and from 22:00 to 6:00 in the nights before the 27th and after the 31st. It drives before each of
// these stops, and once from 23:30 to 0:30.
test.each([
  ['stops', '08:30-09:00', 0, 6],
  ['stops', '02:00-03:00', 0, 6],
  ['stops', '21:00-22:30', 6, 6],
  // Stops that end at 10:00 are over.
  ['stops', '10:00-11:00', 0, 9],
  ['stops', '12:00-20:00', 0, 0],
  ['trips', '00:10-00:20', 0, 3],
  ['trips', '23:50-00:10', 0, 3],
  // From the evening of the 26th to the morning of the 29th.
  ['switches', '12:00-13:00', 0, 3],
])('%s between %s: %i began, %i were under way', async (kind, hours, began, underWay) => {
  expect([await rowsOf(kind, hours), await rowsOf(kind, `${hours}+`)]).toEqual([began, underWay]);
});

test('visits are selected by their begin, over midnight too', async () => {
  expect(await rowsOf('geofence-visits', '08:00-09:00')).toBe(6);
  expect(await rowsOf('geofence-visits', '22:00-09:00')).toBe(6);
  expect(await rowsOf('geofence-visits', '09:00-08:00')).toBe(9);
});

test('totals, rows and chart of a page have the same hours', async () => {
  const { total, rows, chart, parameters } = await requestReport(fixture.admin, 'stops', {
    ...WEEK,
    own: { hours: '20:00-23:00' },
  });
  // The stops of the three vehicles on the last evening of the range and on the evening before the range.
  expect([total, rows.length]).toEqual([6, 6]);
  expect(chart?.points.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBeGreaterThan(0);
  expect(parameters.find(({ key }) => key === 'hours')).toMatchObject({ kind: 'hours', value: '20:00-23:00' });
});

test('an open span is under way up to now', async () => {
  const { rows } = await http.database.query<{ id: number }>(
    `INSERT INTO stops (installation_id, key, confirmed_at, vehicle_id, started_at, duration_s, lat, lon, start_reason,
       idle_s, unseen_s,
       engine_source)
     SELECT id, 'goes-on', now(), vehicle_id, '2026-03-31T10:00Z', 3600, 0, 0, 'movement', 0, 0, 'wire' FROM installations LIMIT 1
     RETURNING id`,
  );
  expect(rows).toHaveLength(1);
  // The stop began at noon in Madrid.
  expect([await rowsOf('stops', '14:00-15:00'), await rowsOf('stops', '14:00-15:00+')]).toEqual([0, 1]);
});
