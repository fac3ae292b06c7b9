import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestReport, reportFixture, type ReportFixture, WEEK } from '../testing/report-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import { REPORT_KINDS, REPORTS } from './all-reports.ts';
import { hasGroupsOfThen } from './resolve-params.ts';
import type { Report } from './report.ts';

// A vehicle that changes its group leaves its past in the old one: its days count in the group of that time.

let fixture: ReportFixture;
let south = 0;
/** The first vehicle was in North up to Saturday 28 March, and is in South from Sunday on. */
const CHANGED = '2026-03-29T09:00:00Z';
beforeAll(async () => {
  fixture = await reportFixture();
  const { admin, http, ids } = fixture;
  south = (await admin.call('save-group', { name: 'South' })).group?.id ?? 0;
  await http.database.query('UPDATE vehicles SET group_id = $2 WHERE id = $1', [ids.first, south]);
  await http.database.query('UPDATE vehicle_group_changes SET at = $1', [CHANGED]);
});
afterAll(() => fixture.http.close());

const reportOf = (kind: (typeof REPORT_KINDS)[number]): Report => REPORTS[kind];
const tracked = REPORT_KINDS.filter((kind) => hasGroupsOfThen(reportOf(kind)));
/**
 * Columns whose values are split where a vehicle changes its group, so that the groups add up to the whole. Rows are
 * counted in both groups.
 */
const ADDED = new Set(['distance', 'duration', 'litres', 'money']);

test('most reports know the groups at that time', () => {
  expect(tracked.length).toBeGreaterThan(15);
  expect(tracked).toContain('trips');
  expect(tracked).toContain('travel-summary');
});

describe.each(tracked)('the report %s', (kind) => {
  test('by group and of one group adds up to the whole', async () => {
    const whole = await requestReport(fixture.admin, kind, { ...WEEK, pageSize: 500 });
    const grouped = await requestReport(fixture.admin, kind, { ...WEEK, group: 'group', pageSize: 500 });
    expect(grouped.groups.reduce((sum, { rows }) => sum + rows, 0)).toBe(grouped.total);
    expect(grouped.rows).toHaveLength(grouped.total);
    const narrowed = await Promise.all(
      [fixture.ids.north, south].map((id) =>
        requestReport(fixture.admin, kind, { ...WEEK, groupIds: [id], pageSize: 500 }),
      ),
    );
    for (const [index, column] of whole.columns.entries()) {
      if (column.total !== 'sum' || !ADDED.has(column.kind) || whole.totals.cells[index] === null) continue;
      expect(Number(grouped.totals.cells[index]), column.key).toBeCloseTo(Number(whole.totals.cells[index]), 3);
      for (const [at, id] of [fixture.ids.north, south].entries()) {
        const part = grouped.groups.find(({ key }) => key === String(id));
        expect(Number(narrowed[at]?.totals.cells[index] ?? 0), column.key).toBeCloseTo(
          Number(part?.cells[index] ?? 0),
          3,
        );
      }
    }
  });
});

const sumsOf = async (kind: string, params: object) => {
  const answer = await requestReport(fixture.admin, kind, { ...WEEK, ...params, group: 'group', pageSize: 500 });
  const at = answer.columns.findIndex(({ key }) => key === 'distance');
  return Object.fromEntries(answer.groups.map(({ label, cells }) => [label ?? '', cells[at]]));
};

test.each(['trips', 'travel-summary', 'day-by-day'])(
  '%s: distance driven before the change stays in its group',
  async (kind) => {
    const before = await sumsOf(kind, { to: '2026-03-28' });
    const after = await sumsOf(kind, { from: '2026-03-29' });
    const whole = await sumsOf(kind, {});
    expect(before['South']).toBeUndefined();
    expect(whole).toEqual({ ...whole, North: Number(before['North']) + Number(after['North']), South: after['South'] });
    // Its three days from Sunday on, each 40 km plus as many metres as the day of the month; the other vehicle stays in
    // North.
    expect(after).toMatchObject({ South: 3 * 40_000 + 29 + 30 + 31, North: 3 * 41_000 + 29 + 30 + 31 });
  },
);

test('a first group applies to the time before it, and a deleted one counts as none', async () => {
  const { http, ids } = fixture;
  await http.database.query('UPDATE vehicles SET group_id = NULL WHERE id = $1', [ids.alone]);
  await http.database.query('DELETE FROM vehicle_group_changes WHERE vehicle_id = $1', [ids.alone]);
  await http.database.query('UPDATE vehicles SET group_id = $2 WHERE id = $1', [ids.alone, south]);
  const { rows } = await http.database.query('SELECT FROM vehicle_group_changes WHERE vehicle_id = $1', [ids.alone]);
  expect(rows).toEqual([]);
  await http.database.query('UPDATE vehicle_group_changes SET from_group = 999999');
  const sums = await sumsOf('trips', { to: '2026-03-28' });
  expect(Object.keys(sums)).toContain('');
  await http.database.query('UPDATE vehicle_group_changes SET from_group = $1', [ids.north]);
});

test('does not reveal the former group to a person who is limited to the present one', async () => {
  const { http } = fixture;
  const grants = { reports: ['view'], vehicles: ['view'] } as const;
  const id = await addUser(http.database, { username: 'south', password: 'pass-word', organisationId: 1, grants });
  await http.database.query('UPDATE users SET limited = true, limit_group_ids = $2 WHERE id = $1', [id, [south]]);
  const limited = await http.signedIn('south', 'pass-word');
  const { groups, rows } = await requestReport(limited, 'trips', { ...WEEK, group: 'group', pageSize: 500 });
  // The past of the vehicle is shown, as in a list without groups.
  expect(groups.map(({ label }) => label)).toContain('South');
  expect(rows).toHaveLength((await requestReport(limited, 'trips', { ...WEEK, pageSize: 500 })).total);
  expect(JSON.stringify([groups, rows])).not.toContain('North');
});

test('after changes on more than 60 different spans of days all count in the present group, and the note states it', async () => {
  const { admin, http, ids } = fixture;
  await http.database.query(
    `INSERT INTO vehicle_group_changes (vehicle_id, at, from_group)
     SELECT $1, d, $2 FROM generate_series('2026-01-02T12:00Z'::timestamptz, '2026-03-27T12:00Z', interval '1 day') d`,
    [ids.first, ids.north],
  );
  const long = { from: '2026-01-01', vehicleIds: [ids.first], group: 'group' as const };
  // Five days, each 40 km plus as many metres as the day of the month, and 30 km over a midnight.
  expect(await sumsOf('trips', long)).toEqual({ South: 5 * 40_000 + 27 + 28 + 29 + 30 + 31 + 30_000 });
  const noted = async (from: string) =>
    (await requestReport(admin, 'trips', { ...WEEK, ...long, from })).notes.join(' ');
  expect(await noted('2026-01-01')).toContain('Choose a shorter range');
  expect(await noted('2026-01-01')).not.toContain('in on each day');
  expect(await noted('2026-02-15')).toContain('in on each day');
  await http.database.query(`DELETE FROM vehicle_group_changes WHERE vehicle_id = $1 AND at < '2026-03-28'`, [
    ids.first,
  ]);
});

test('the note states it, and that groups are the present ones in a report without vehicles', async () => {
  const noted = await requestReport(fixture.admin, 'trips', { ...WEEK, group: 'group' });
  expect(noted.notes.join(' ')).toContain('in on each day');
  const totals = await requestReport(fixture.admin, 'geofence-totals', { ...WEEK, groupIds: [south] });
  expect(totals.notes.join(' ')).toContain('in their current group');
});
