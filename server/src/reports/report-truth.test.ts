import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser } from '../testing/organisations.ts';
import {
  addTracked,
  insertAlarm,
  insertDay,
  insertIdle,
  insertStop,
  insertSwitch,
  insertTrip,
} from '../testing/insert-facts.ts';
import {
  requestReport,
  type ReportAnswer,
  reportFixture,
  type ReportFixture,
  WEEK,
} from '../testing/report-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { onlyRow } from '../store/rows.ts';
import { REPORT_KINDS, REPORTS } from './all-reports.ts';
import type { Report } from './report.ts';

let fixture: ReportFixture;
let limited: TestBrowser;
beforeAll(async () => {
  fixture = await reportFixture();
  const { http, ids } = fixture;
  const who = { username: 'limited', password: 'pass-word', organisationId: 1, priority: 3, email: 'limited@x.org' };
  await addUser(http.database, { ...who, grants: ADMINISTRATOR.grants });
  await http.database.query(
    `UPDATE users SET limited = true, limit_common = true, limit_group_ids = ARRAY[$1::int] WHERE username = 'limited'`,
    [ids.north],
  );
  await http.database.query(`UPDATE vehicles SET type = 'tractor' WHERE id = $1`, [ids.alone]);
  await addAutumn();
  limited = await http.signedIn('limited', 'pass-word');
});
afterAll(() => fixture.http.close());

/** Facts across the day on which the clock is set back, and within it: two o'clock occurs twice. */
async function addAutumn(): Promise<void> {
  const { http, ids } = fixture;
  const found = await http.database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
    ids.first,
  ]);
  const of = { installationId: onlyRow(found).id, vehicleId: ids.first };
  const { database } = http;
  await insertStop(database, of, { start: '2026-10-24T18:00:00Z', end: '2026-10-26T05:00:00Z', idleS: 4800 });
  await insertIdle(database, of, { start: '2026-10-25T00:20:00Z', end: '2026-10-25T01:40:00Z' });
  await insertTrip(database, of, { start: '2026-10-24T21:30:00Z', end: '2026-10-24T22:40:00Z', distanceM: 31_000 });
  await insertTrip(database, of, { start: '2026-10-25T00:30:00Z', end: '2026-10-25T01:30:00Z', distanceM: 52_000 });
  await insertSwitch(database, of, { start: '2026-10-24T20:00:00Z', end: '2026-10-26T03:00:00Z', name: 'ac' });
  await insertAlarm(database, of, { start: '2026-10-25T00:45:00Z', clearedAt: '2026-10-25T01:15:00Z' });
  for (const day of ['24', '25', '26'])
    await insertDay(database, of, { day: `2026-10-${day}`, distanceM: 40_000 + Number(day) });
}

const reportOf = (kind: (typeof REPORT_KINDS)[number]): Report => REPORTS[kind];
const ranged = REPORT_KINDS.filter((kind) => reportOf(kind).range !== null);
const ofVehicles = REPORT_KINDS.filter((kind) => reportOf(kind).columns.some((column) => column.kind === 'vehicle'));
const rangeOf = (kind: (typeof REPORT_KINDS)[number]) => (reportOf(kind).range === null ? {} : WEEK);

const keys = (answer: ReportAnswer) => answer.columns.map(({ key }) => key);

const totalOf = ({ columns, totals }: ReportAnswer, key: string) => {
  const cell = totals.cells[columns.findIndex((column) => column.key === key)];
  return cell == null ? 0 : Number(cell);
};

test.each(['travel-summary', 'day-by-day'] as const)(
  '%s: the number of alarms is shown to people who may see alarms',
  async (kind) => {
    const { http } = fixture;
    const { alarms: _alarms, ...grants } = ADMINISTRATOR.grants;
    const who = { username: `deaf-${kind}`, password: 'pass-word', organisationId: 1, priority: 3, grants };
    await addUser(http.database, who);
    const deaf = await http.signedIn(who.username, who.password);
    const whole = await requestReport(fixture.admin, kind, WEEK);
    expect(keys(whole)).toContain('alarms');
    const part = await requestReport(deaf, kind, { ...WEEK, sort: 'alarms' });
    expect(keys(part)).toEqual(keys(whole).filter((key) => key !== 'alarms'));
    expect(part.sort).toBe(reportOf(kind).sort);
    expect(part.rows[0]?.cells).toHaveLength(part.columns.length);
    expect(part.totals.cells).toHaveLength(part.columns.length);
  },
);

/** Sums of the same items in both parts: an outlet that is due on two days is one outlet. */
const SAME_IN_BOTH: Readonly<Record<string, readonly string[]>> = { 'outlet-coverage': ['due', 'reached'] };

/** Days in Madrid of 23 and of 25 hours, with the days around them. */
const CLOCK_CHANGES = [
  {
    hours: 23,
    parts: [{ from: WEEK.from, to: '2026-03-28' }, dayOf('2026-03-29'), { from: '2026-03-30', to: WEEK.to }],
  },
  { hours: 25, parts: [dayOf('2026-10-24'), dayOf('2026-10-25'), dayOf('2026-10-26')] },
];
function dayOf(day: string) {
  return { from: day, to: day };
}

describe.each(CLOCK_CHANGES)('around a day of $hours hours', ({ parts }) => {
  const whole = { from: parts[0]?.from ?? '', to: parts.at(-1)?.to ?? '' };

  test.each(ranged)('%s: a range cut in three adds up to the whole, that day alone among them', async (kind) => {
    const all = await requestReport(fixture.admin, kind, whole);
    const cut = [];
    for (const part of parts) cut.push(await requestReport(fixture.admin, kind, part));
    for (const { key, total } of all.columns) {
      if (total !== 'sum') continue;
      const sum = cut.reduce((soFar, part) => soFar + totalOf(part, key), 0);
      if (SAME_IN_BOTH[kind]?.includes(key)) expect(sum, key).toBeGreaterThanOrEqual(totalOf(all, key));
      else expect(sum, key).toBeCloseTo(totalOf(all, key), 3);
    }
  });
});

test.each(ofVehicles)(
  '%s: filtered by one vehicle, one type, and one group for a person limited to it',
  async (kind) => {
    const { ids, admin } = fixture;
    const range = rangeOf(kind);
    const column = reportOf(kind).columns.findIndex((one) => one.kind === 'vehicle');
    const vehiclesIn = ({ rows }: ReportAnswer) => new Set(rows.map(({ cells }) => cells[column]));
    const one = await requestReport(admin, kind, { ...range, vehicleIds: [ids.first], pageSize: 500 });
    expect([...vehiclesIn(one)].filter((name) => name !== 'SBA 1')).toEqual([]);
    expect(one.chosen).toEqual({ vehicles: [{ id: ids.first, name: 'SBA 1', moved: null }] });
    if (reportOf(kind).forLimited === false) {
      expect((await limited.call('get-report', { kind, ...range })).status).toBe(403);
      return;
    }
    const group = await requestReport(admin, kind, { ...range, groupIds: [ids.north], pageSize: 500 });
    const typed = await requestReport(admin, kind, { ...range, vehicleTypes: ['tractor'], pageSize: 500 });
    expect([...vehiclesIn(typed)].filter((name) => name !== 'ZZZ 9')).toEqual([]);
    expect(typed.vehicleTypes).toEqual(['tractor']);
    const seen = await requestReport(limited, kind, { ...range, pageSize: 500 });
    expect(vehiclesIn(seen)).toEqual(vehiclesIn(group));
    expect(seen.totals).toEqual(group.totals);
    const foreign = await requestReport(limited, kind, { ...range, vehicleIds: [ids.alone] });
    expect(foreign).toMatchObject({ total: 0, chosen: { vehicles: [] } });
    expect(foreign.notes.join(' ')).toContain('you don’t have access to');
  },
);

test('a day has as many hours as the clock of the organisation gives it', async () => {
  const { http, admin } = fixture;
  const of = await addTracked(http.database, { registration: 'STOOD' });
  await insertStop(http.database, of, { start: '2026-03-25T12:00:00Z', end: '2026-04-02T12:00:00Z' });
  await insertStop(http.database, of, { start: '2026-10-20T12:00:00Z', end: '2026-10-28T12:00:00Z' });
  const stood = async (day: string) => {
    const answer = await requestReport(admin, 'stops', { from: day, to: day, vehicleIds: [of.vehicleId] });
    return totalOf(answer, 'duration') / 3600;
  };
  expect([await stood('2026-03-28'), await stood('2026-03-29'), await stood('2026-10-25')]).toEqual([24, 23, 25]);
});

test('a trip counts on the day of the organisation on which it began', async () => {
  const answer = await requestReport(fixture.admin, 'trips', {
    ...WEEK,
    group: 'day',
    vehicleIds: [fixture.ids.first],
  });
  // 22:30 UTC is half past eleven in the evening of the 28th, before the clock is set forward.
  expect(answer.chart?.points.map(({ key, value }) => [key, value])).toEqual([
    ['2026-03-27', 40_027],
    ['2026-03-28', 70_028],
    ['2026-03-29', 40_029],
    ['2026-03-30', 40_030],
    ['2026-03-31', 40_031],
  ]);
});

test('a chart of days has each day of the range, also one without rows; of weeks and months the same', async () => {
  const { http, admin } = fixture;
  const of = await addTracked(http.database, { registration: 'SELDOM' });
  await insertTrip(http.database, of, { start: '2026-07-30T08:00:00Z', end: '2026-07-30T09:00:00Z', distanceM: 9000 });
  await insertTrip(http.database, of, { start: '2026-08-02T08:00:00Z', end: '2026-08-02T09:00:00Z', distanceM: 7000 });
  const bars = async (kind: string, group: 'day' | 'week' | 'month', to: string, vehicleIds = [of.vehicleId]) => {
    const answer = await requestReport(admin, kind, { from: '2026-07-29', to, vehicleIds, group });
    return answer.chart?.points.map(({ key, value }) => [key, value]);
  };
  expect(await bars('trips', 'day', '2026-08-03')).toEqual([
    ['2026-07-29', null],
    ['2026-07-30', 9000],
    ['2026-07-31', null],
    ['2026-08-01', null],
    ['2026-08-02', 7000],
    ['2026-08-03', null],
  ]);
  // The chart counts rows, and there are none.
  expect((await bars('chronology', 'day', '2026-07-31'))?.map(([, value]) => value)).toEqual([0, 1, 0]);
  expect(await bars('trips', 'week', '2026-08-16')).toEqual([
    ['2026-07-27', 16_000],
    ['2026-08-03', null],
    ['2026-08-10', null],
  ]);
  expect(await bars('trips', 'month', '2026-09-01')).toEqual([
    ['2026-07', 9000],
    ['2026-08', 7000],
    ['2026-09', null],
  ]);
  expect(await bars('trips', 'day', '2026-07-29')).toEqual([]);
});

test('rows that began before the range count on its first day, when only the part within the range counts', async () => {
  const { http, admin } = fixture;
  const of = await addTracked(http.database, { registration: 'LONG' });
  await insertStop(http.database, of, { start: '2026-05-20T12:00:00Z', end: '2026-06-02T10:00:00Z' });
  await insertStop(http.database, of, { start: '2026-06-02T12:00:00Z', end: '2026-06-02T13:00:00Z' });
  const days = { from: '2026-06-01', to: '2026-06-03', vehicleIds: [of.vehicleId] };
  const hours = async (group: 'day' | 'week' | 'month', only?: string) => {
    const answer = await requestReport(admin, 'stops', {
      ...days,
      group,
      ...(only && { only: { by: group, key: only } }),
    });
    const at = answer.columns.findIndex(({ key }) => key === 'duration');
    return Object.fromEntries(answer.groups.map(({ key, cells }) => [key, Number(cells[at]) / 3600]));
  };
  // From midnight in Madrid, 22:00 UTC, to 2 June at 10:00 UTC: 36 hours. All of it is in June, in the week of Monday
  // the 1st.
  expect(await hours('day')).toEqual({ '2026-06-01': 36, '2026-06-02': 1 });
  expect(await hours('day', '2026-06-01')).toEqual({ '2026-06-01': 36 });
  expect(await hours('week')).toEqual({ '2026-06-01': 37 });
  expect(await hours('month')).toEqual({ '2026-06': 37 });
  const { rule } = await requestReport(admin, 'stops', days);
  expect(rule).toContain('counted on the day they started, or on the first day of the range');
});

test('a day’s distance is the same in the report, on the dashboard, the timeline and the page of the vehicle', async () => {
  const { http, admin } = fixture;
  const clock = await http.database.query<{ day: string; start: Date; end: Date }>(
    `SELECT day::text, day::timestamp AT TIME ZONE 'Europe/Madrid' AS start, (day + 1)::timestamp AT TIME ZONE 'Europe/Madrid' AS end
     FROM (SELECT (now() AT TIME ZONE 'Europe/Madrid')::date - 1 AS day) d`,
  );
  const { day = '', start = new Date(), end = new Date() } = clock.rows[0] ?? {};
  const of = await addTracked(http.database, { registration: 'SAME 1' });
  const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000).toISOString();
  await insertTrip(http.database, of, { start: at(8), end: at(9), distanceM: 43_217.5 });
  await insertDay(http.database, of, { day, distanceM: 43_217.5 });
  await http.database.query('UPDATE day_totals SET started_at = $2, ended_at = $3 WHERE vehicle_id = $1', [
    of.vehicleId,
    start,
    end,
  ]);
  const params = { range: 'yesterday' as const, vehicleIds: [of.vehicleId] };
  const dashboard = await admin.call('get-dashboard-vehicles', { range: 'yesterday', search: 'SAME 1' });
  const timeline = await admin.call('get-timeline', {
    from: start.toISOString(),
    to: end.toISOString(),
    vehicleIds: [of.vehicleId],
  });
  const page = await admin.call('get-vehicle-overview', { vehicleId: of.vehicleId });
  expect([
    totalOf(await requestReport(admin, 'travel-summary', params), 'distance'),
    totalOf(await requestReport(admin, 'trips', params), 'distance'),
    dashboard.rows?.[0]?.distanceM,
    timeline.rows?.[0]?.totals.distanceM,
    page.days?.find((one) => one.day === day)?.distanceM,
  ]).toEqual([43_217.5, 43_217.5, 43_217.5, 43_217.5, 43_217.5]);
});

test('an impossible request is refused with a message', async () => {
  const { admin, ids, http } = fixture;
  const getReport = (params: object) => admin.call('get-report', { kind: 'trips', ...params });
  expect(await getReport({ from: '2026-03-02', to: '2026-03-01' })).toMatchObject({
    status: 422,
    fields: { to: expect.any(String) },
  });
  expect(await getReport({ from: '2016-01-01', to: '2026-01-01' })).toMatchObject({
    status: 422,
    fields: { to: 'Choose at most 400 days.' },
  });
  const many = Array.from({ length: 5000 }, (_, index) => index + 1);
  expect((await getReport({ vehicleIds: many })).fields?.['vehicleIds']).toMatch(/^Choose at most 500 vehicles/);
  expect((await getReport({ kind: 'nothing' })).status).toBe(404);
  await http.database.query('UPDATE vehicles SET deleted_at = now() WHERE id = $1', [ids.alone]);
  const deleted = await requestReport(admin, 'trips', { ...WEEK, vehicleIds: [ids.alone] });
  expect(deleted.notes).toContain('Deleted since: ZZZ 9.');
  expect(deleted.total).toBe(6);
});

test('favourites and recently opened reports are stored per person', async () => {
  const { admin } = fixture;
  await admin.call('mark-report', { kind: 'stops', favourite: true });
  await admin.call('mark-report', { kind: 'trips' });
  const { rows } = await admin.call('get-reports');
  const found = Object.fromEntries(rows?.map((row) => [row.kind, row]) ?? []);
  expect(found['stops']).toMatchObject({ favourite: true, openedAt: null });
  expect(found['trips']).toMatchObject({ favourite: false, openedAt: expect.any(String) });
  const others = await limited.call('get-reports');
  expect(others.rows?.filter(({ favourite, openedAt }) => favourite || openedAt !== null)).toEqual([]);
});
