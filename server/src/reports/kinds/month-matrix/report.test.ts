import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const requestCells = async (kind: string, params: object) => {
  const { columns, rows, totals } = await requestReport(fixture.admin, kind, params);
  const at = (cells: readonly unknown[], keys: readonly string[]) =>
    keys.map((key) => cells[columns.findIndex((column) => column.key === key)]);
  return { rows, totals, at };
};

test('a month has its days side by side, only with those of the range', async () => {
  const of = await addTracked(fixture.http.database, { registration: 'MONTH 1' });
  for (const [day, distanceM] of [
    ['2026-01-31', 1000],
    ['2026-02-01', 2000],
    ['2026-02-28', 3000],
    ['2026-03-01', 0],
    ['2026-03-02', 5000],
  ] as const) {
    await insertDay(fixture.http.database, of, { day, distanceM });
  }
  const params = { from: '2026-01-31', to: '2026-03-01', vehicleIds: [of.vehicleId], sort: 'month' };
  const { rows, totals, at } = await requestCells('month-matrix', params);
  const keys = ['distance', 'days', 'd1', 'd2', 'd28', 'd31'];
  expect(rows.map(({ cells }) => at(cells, ['month', ...keys]))).toEqual([
    ['2026-01', 1000, 1, null, null, null, 1000],
    ['2026-02', 5000, 2, 2000, null, 3000, null],
    ['2026-03', 0, 0, 0, null, null, null],
  ]);
  expect(at(totals.cells, keys)).toEqual([6000, 3, 2000, null, 3000, 1000]);
  const byMonth = await requestReport(fixture.admin, 'month-matrix', { ...params, group: 'month' });
  expect(byMonth.groups.map(({ key, rows: count }) => [key, count])).toEqual([
    ['2026-01', 1],
    ['2026-02', 1],
    ['2026-03', 1],
  ]);
});
