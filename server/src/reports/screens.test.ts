import type { OperationName } from '@milepost/contract/operations';
import type { ReportParams } from '@milepost/contract/report-operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { HttpFixture } from '../testing/http-fixture.ts';
import { reportFixture, type ReportFixture } from '../testing/report-fixture.ts';

/** Lists on other screens are exported by the report with the same rows: with the same filters, in the same order. */
let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
  // A vehicle that has been in a geofence since before the chosen days and did not report in them.
  await http.database.query(
    `INSERT INTO visits (installation_id, key, confirmed_at, vehicle_id, started_at, duration_s, fence_id, distance_m, entry_kph)
     SELECT i.id, 'open', now(), i.vehicle_id, '2026-03-20T10:00Z', 3600, f.id, 100, 20
     FROM installations i, geofences f WHERE i.vehicle_id = $1`,
    [fixture.ids.second],
  );
  // A vehicle without any activity.
  await http.database.query(`INSERT INTO vehicles (organisation_id, registration, type) VALUES (1, 'NEW 1', 'van')`);
  await http.database.query(`UPDATE geofences SET tags = '{own, big}'`);
  await http.database.query(`UPDATE alarms SET severity = 'critical' WHERE vehicle_id = $1`, [fixture.ids.alone]);
});
afterAll(() => http.close());

type Row = Record<string, unknown>;
const File = z.object({ sections: z.array(z.object({ rows: z.array(z.record(z.string(), z.unknown())) })) });

/** The rows of the file. */
async function exported(kind: string, params: ReportParams): Promise<Row[]> {
  const { status, download } = await fixture.admin.call('export-report', { kind, format: 'json', ...params });
  expect(status).toBe(200);
  const cookie = [...fixture.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await http.app.inject({ url: `/downloads/${download?.id ?? 0}`, headers: { cookie } });
  return File.parse(answer.json()).sections[0]?.rows ?? [];
}

const Listed = z.object({ rows: z.array(z.record(z.string(), z.unknown())), total: z.number() });

/** All rows of the screen, page after page. */
async function shown(name: OperationName, input: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = Listed.parse(await fixture.admin.call(name, { ...input, page, pageSize: 4 }));
    rows.push(...answer.rows);
    if (rows.length >= answer.total) return rows;
  }
}

/** Rows with equal sort values are in no defined order. */
const sorted = (rows: Row[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const pick = (rows: Row[], names: Readonly<Record<string, string>>) =>
  rows.map((row) => Object.fromEntries(Object.entries(names).map(([to, from]) => [to, row[from]])));

const same = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, key]));

/** Madrid: summer time began on the 29th. */
const FROM = '2026-03-26T23:00:00.000Z';
const TO = '2026-03-31T22:00:00.000Z';
const DAYS = { from: '2026-03-27', to: '2026-03-31' };

const ALARM = { vehicle: 'registration', rule: 'ruleName', severity: 'severity', start: 'start', cleared: 'clearedAt' };

test.each([
  ['all of them', {}, { range: 'ever' }, 15],
  ['those of some days', { from: FROM, to: '2026-03-28T23:00:00.000Z' }, { from: '2026-03-27', to: '2026-03-28' }, 6],
  ['one severity', { severities: ['critical'] }, { range: 'ever', own: { severity: 'critical' } }, 5],
  [
    'several severities',
    { severities: ['critical', 'minor'] },
    { range: 'ever', own: { severity: 'critical.minor' } },
    5,
  ],
  ['those that are over', { state: 'cleared' }, { range: 'ever', own: { show: 'cleared' } }, 15],
  ['those that wait', { state: 'active', acknowledged: false }, { range: 'ever', own: { show: 'waiting' } }, 0],
  ['those of the caller', { state: 'active', assignee: 'me' }, { range: 'ever', own: { show: 'mine' } }, 0],
  ['a search', { search: 'sba1' }, { range: 'ever', search: 'sba1' }, 5],
] satisfies [string, object, ReportParams, number][])('alarms: %s', async (_, input, params, count) => {
  const list = await shown('get-alarm-list', { ...input, sort: 'start', direction: 'desc' });
  const file = await exported('alarms', { ...params, sort: 'start', direction: 'desc' });
  expect(file).toHaveLength(count);
  expect(sorted(pick(file, same(...Object.keys(ALARM))))).toEqual(sorted(pick(list, ALARM)));
});

/** The range has no bounds, so an axis with every day would have hundreds of thousands. */
test.each(['alarms', 'audit'])('%s: the chart of all time has only the days with rows', async (kind) => {
  for (const group of ['day', 'week', 'month'] as const) {
    const { status, chart, total } = await fixture.admin.call('get-report', { kind, range: 'ever', group });
    expect(status).toBe(200);
    const values = chart?.points.map(({ value }) => value ?? 0) ?? [];
    expect(values.every((value) => value > 0)).toBe(true);
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(total);
  }
  const { download } = await fixture.admin.call('export-report', { kind, format: 'html', range: 'ever' });
  expect(download).toMatchObject({ state: 'done', fault: null });
});

test('alarms: of one rule, whose name is in the file', async () => {
  const [first] = await shown('get-alarm-list', {});
  const ruleId = Number(first?.['ruleId']);
  const file = await exported('alarms', { range: 'ever', ruleIds: [ruleId] });
  expect(file).toHaveLength((await shown('get-alarm-list', { ruleId })).length);
  expect(file.every(({ rule }) => rule === first?.['ruleName'])).toBe(true);
});

const VISIT = {
  vehicle: 'registration',
  fence: 'fenceName',
  start: 'start',
  end: 'end',
  duration: 'durationS',
  distance: 'distanceM',
};

test.each([
  ['all of the days', {}, {}, 16],
  ['long ones', { minS: 7400 }, { leastDuration: 7400 }, 15],
  ['short ones', { maxS: 7400 }, { mostDuration: 7400 }, 1],
  ['those of a tag', { tag: 'own' }, { tag: 'own' }, 16],
  ['those of a tag that none has', { tag: 'none' }, { tag: 'none' }, 0],
])('visits: %s', async (_, input, own, count) => {
  const list = await shown('get-visit-list', { from: FROM, to: TO, ...input, sort: 'start', direction: 'asc' });
  const file = await exported('geofence-visits', {
    ...DAYS,
    own: { ...own, part: 'whole' },
    sort: 'start',
    direction: 'asc',
  });
  expect(file).toHaveLength(count);
  expect(pick(file, same(...Object.keys(VISIT)))).toEqual(pick(list, VISIT));
});

test('visits: the totals of geofences, and the vehicles inside at a moment or now', async () => {
  const totals = await exported('geofence-totals', DAYS);
  const names = {
    fence: 'name',
    visits: 'visits',
    vehicles: 'vehicles',
    total: 'totalS',
    average: 'averageS',
    longest: 'longestS',
  };
  expect(pick(totals, same(...Object.keys(names)))).toEqual(
    pick(await shown('get-visit-totals', { from: FROM, to: TO }), names),
  );
  const inside = { fence: 'fenceName', vehicle: 'registration', start: 'start', end: 'end' };
  for (const [at, count] of [
    ['2026-03-28T08:00:00.000Z', 4],
    ['2026-03-28T12:00:00.000Z', 1],
    ['', 1],
  ] as const) {
    const list = await shown('get-visits-inside', at === '' ? {} : { at });
    const file = await exported('inside-geofences', { own: { at }, sort: 'fence' });
    expect(list).toHaveLength(count);
    expect(sorted(pick(file, same(...Object.keys(inside))))).toEqual(sorted(pick(list, inside)));
  }
});

const CHANGE = {
  at: 'at',
  user: 'username',
  subject: 'subject',
  name: 'subjectName',
  id: 'subjectId',
  action: 'action',
  address: 'address',
};

test.each([
  ['all of them', {}, {}],
  ['one subject', { subject: 'vehicle' }, { own: { subject: 'vehicle' } }],
  ['one thing', { subject: 'vehicle', subjectId: '1' }, { own: { subject: 'vehicle', subjectId: '1' } }],
  ['a search', { search: 'sba' }, { search: 'sba' }],
] satisfies [string, object, ReportParams][])('changes: %s', async (_, input, params) => {
  // The file first: its export is in the log, and therefore in the file as well.
  const file = await exported('audit', {
    range: 'ever',
    ...params,
    sort: 'at',
    direction: 'asc',
    columns: [...Object.keys(CHANGE), 'before', 'after'],
  });
  const list = await shown('get-audit-list', {
    subject: null,
    subjectId: null,
    ...input,
    sort: 'at',
    direction: 'asc',
  });
  expect(list.length).toBeGreaterThan(0);
  expect(pick(file, same(...Object.keys(CHANGE)))).toEqual(pick(list, CHANGE));
});

const FIGURES = {
  vehicle: 'registration',
  group: 'groupName',
  distance: 'distanceM',
  driving: 'drivingS',
  standing: 'standingS',
  trips: 'trips',
  tows: 'tows',
  overspeeds: 'overspeeds',
  alarms: 'alarms',
};

test.each([
  ['the fleet', {}, {}, 4],
  ['a group', {}, {}, 2],
  ['a search', { search: 'zzz9' }, { search: 'zzz9' }, 1],
] satisfies [string, object, ReportParams, number][])(
  'the list behind a figure of the dashboard: %s',
  async (name, input, params, count) => {
    const { north } = fixture.ids;
    const group = name === 'a group' ? [{ groupId: north }, { groupIds: [north] }] : [{}, {}];
    const list = await shown('get-dashboard-vehicles', {
      range: 'own',
      ...DAYS,
      ...input,
      ...group[0],
      sort: 'registration',
    });
    const file = await exported('travel-summary', {
      ...DAYS,
      ...params,
      ...group[1],
      own: { vehicles: 'all' },
      sort: 'vehicle',
      columns: Object.keys(FIGURES),
    });
    expect(file).toHaveLength(count);
    // Unknown values are empty in the file; the screen shows a dash, and the call returns 0.
    const zeros = file.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, key === 'group' ? cell : (cell ?? 0)])),
    );
    expect(zeros).toEqual(pick(list, FIGURES));
  },
);

test.each([1, 30, 0])('devices that are silent for %i days', async (days) => {
  const list = await shown('get-silent-vehicles', { days, sort: 'registration' });
  const file = await exported('silent-devices', {
    own: { days: days === 0 ? 'never' : String(days), never: 'without' },
    sort: 'vehicle',
    columns: ['vehicle', 'device', 'heard'],
  });
  const names = { vehicle: 'registration', device: 'deviceIdentity', heard: 'lastHeardAt' };
  expect(pick(file, same('vehicle', 'device', 'heard'))).toEqual(pick(list, names));
});

const Faults = z.array(z.object({ kind: z.string() }));

test.each([
  ['any', {}, {}, 3],
  ['one kind', { kind: 'twoSenders' }, { own: { fault: 'twoSenders' } }, 1],
  ['silence', { kind: 'silent' }, { own: { fault: 'silent' } }, 2],
  ['a search', { search: 'zzz9' }, { search: 'zzz9' }, 0],
] satisfies [string, object, ReportParams, number][])('devices with faults: %s', async (_, input, params, count) => {
  const { http: server, ids } = fixture;
  // A device with two findings fell silent, and so did one without any.
  await server.database.query(
    `INSERT INTO device_states (device_id, heard_at, tracking) SELECT device_id, now() - interval '2 days', '{}' FROM installations
     WHERE vehicle_id = ANY($1) AND removed_at IS NULL
     ON CONFLICT (device_id) DO UPDATE SET heard_at = excluded.heard_at`,
    [[ids.first, ids.second]],
  );
  const list = await shown('get-faulty-vehicles', { ...input, sort: 'registration' });
  const file = await exported('faulty-devices', { ...params, sort: 'vehicle', columns: ['vehicle', 'device', 'kind'] });
  const kind = 'kind' in input ? input.kind : null;
  const faults = list.flatMap(({ registration, deviceIdentity, faults: found }) =>
    Faults.parse(found)
      .filter((one) => kind === null || one.kind === kind)
      .map((one) => ({ vehicle: registration, device: deviceIdentity, kind: one.kind })),
  );
  expect(file).toHaveLength(count);
  expect(sorted(file)).toEqual(sorted(faults));
});

test('a device with faults has its observations', async () => {
  const [row] = await exported('faulty-devices', { own: { fault: 'twoSenders' } });
  expect(row).toMatchObject({
    kind: 'twoSenders',
    todo: 'twoSenders',
    times: 2,
    address: '192.0.2.7',
    other: '192.0.2.9',
  });
});

test('only some reports support a range without an end', async () => {
  const refused = await fixture.admin.call('export-report', { kind: 'trips', format: 'json', range: 'ever' });
  expect(refused).toMatchObject({ status: 422, fields: { from: 'Choose at most 400 days.' } });
});
