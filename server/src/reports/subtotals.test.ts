import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPerson } from '../store/people/callers.ts';
import type { HttpFixture } from '../testing/http-fixture.ts';
import { insertTrip } from '../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture, WEEK } from '../testing/report-fixture.ts';
import { documentFor } from './document.ts';
import { streamReport } from './export/stream-report.ts';

let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
  const { rows } = await http.database.query<{ id: number; installation_id: number }>(
    `SELECT vehicle_id AS id, id AS installation_id FROM installations WHERE vehicle_id = $1`,
    [fixture.ids.second],
  );
  const [of] = rows;
  if (!of) throw new Error('no installation');
  // The second vehicle by name has the longest distance.
  await insertTrip(
    http.database,
    { vehicleId: of.id, installationId: of.installation_id },
    { start: '2026-03-30T12:00:00Z', end: '2026-03-30T13:00:00Z', distanceM: 90_000 },
  );
});
afterAll(() => http.close());

// Metres by hand: 5 days of 40 km + the index of the vehicle + 27 to 31 m, and 30 km over a midnight.
const SBA1 = 5 * 40_000 + 145 + 30_000;
const SBA2 = 5 * 41_000 + 145 + 30_000 + 90_000;
const ZZZ9 = 5 * 42_000 + 145 + 30_000;

test('groups are sorted by the subtotal of the sorted column, and their rows follow them', async () => {
  const sortBy = (direction: 'asc' | 'desc') =>
    requestReport(fixture.admin, 'trips', { ...WEEK, group: 'vehicle', sort: 'distance', direction, pageSize: 500 });
  const down = await sortBy('desc');
  expect(down.groups.map(({ label }) => label)).toEqual(['sba 2', 'ZZZ 9', 'SBA 1']);
  expect([...new Set(down.rows.map(({ cells }) => cells[0]))]).toEqual(['sba 2', 'ZZZ 9', 'SBA 1']);
  const up = await sortBy('asc');
  expect(up.groups.map(({ label }) => label)).toEqual(['SBA 1', 'ZZZ 9', 'sba 2']);
  // Sorted by a column without a total, they stay in the order of their names.
  const byStart = await requestReport(fixture.admin, 'trips', {
    ...WEEK,
    group: 'vehicle',
    sort: 'start',
    pageSize: 500,
  });
  expect(byStart.groups.map(({ label }) => label)).toEqual(['SBA 1', 'sba 2', 'ZZZ 9']);
});

test('only subtotals are pages of groups, with the total of all rows', async () => {
  const params = { ...WEEK, group: 'vehicle', subtotals: true, sort: 'distance', direction: 'desc' } as const;
  const answer = await requestReport(fixture.admin, 'trips', { ...params, pageSize: 2 });
  const at = answer.columns.findIndex(({ key }) => key === 'distance');
  expect(answer).toMatchObject({ rows: [], total: 3, subtotals: true, totals: { rows: 19 } });
  expect(answer.groups.map(({ cells }) => cells[at])).toEqual([SBA2, ZZZ9]);
  expect(answer.totals.cells[at]).toBe(SBA1 + SBA2 + ZZZ9);
  const next = await requestReport(fixture.admin, 'trips', { ...params, page: 2, pageSize: 2 });
  expect(next.groups.map(({ cells }) => cells[at])).toEqual([SBA1]);
  // Without a grouping there are no subtotals.
  expect(await requestReport(fixture.admin, 'trips', { ...WEEK, subtotals: true })).toMatchObject({
    subtotals: false,
    total: 19,
  });
});

test('a file of only subtotals contains a row for each group', async () => {
  const caller = await findPerson(http.database, 1);
  if (!caller) throw new Error('nobody to ask');
  const params = { ...WEEK, group: 'vehicle', subtotals: true, sort: 'distance', direction: 'desc' } as const;
  const document = await documentFor(http.database, caller, 'trips');
  await streamReport(http.services, caller, { document, params }, async ({ sections: [section] }, total) => {
    if (!section) throw new Error('no section');
    const rows = [];
    for await (const batch of section.rows) rows.push(...batch);
    const at = section.columns.findIndex(({ key }) => key === 'distance');
    expect(total).toBe(3);
    expect(rows.map((row) => [row[0], row[1], row[at]])).toEqual([
      ['sba 2', 7, SBA2],
      ['ZZZ 9', 6, ZZZ9],
      ['SBA 1', 6, SBA1],
    ]);
    expect(section.groups).toBeNull();
  });
});
