import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

test('an alarm has its duration and the time until its acknowledgement; an unacknowledged one has none', async () => {
  const { total, columns, rows, totals } = await requestReport(fixture.admin, 'alarms', {
    from: '2026-03-27',
    to: '2026-03-27',
    sort: 'vehicle',
  });
  const cell = (cells: readonly unknown[], key: string) => cells[columns.findIndex((column) => column.key === key)];
  // Three vehicles with one alarm each at 06:30, lasting five minutes; two were acknowledged after two minutes.
  expect(total).toBe(3);
  expect(rows.map(({ cells }) => [cell(cells, 'vehicle'), cell(cells, 'duration'), cell(cells, 'response')])).toEqual([
    ['SBA 1', 300, 120],
    ['sba 2', 300, 120],
    ['ZZZ 9', 300, null],
  ]);
  expect([cell(totals.cells, 'duration'), cell(totals.cells, 'response'), cell(totals.cells, 'acknowledged')]).toEqual([
    900, 120, 2,
  ]);
});
