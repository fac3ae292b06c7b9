import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const hoursOf = async (from: string, to: string) => {
  const { columns, totals } = await requestReport(fixture.admin, 'driver-assignments', { from, to });
  return Number(totals.cells[columns.findIndex(({ key }) => key === 'duration')]) / 3600;
};

test('a time at the wheel is cut at the ends of the range, so that days add up', async () => {
  // Two vehicles from 08:00 UTC on the 28th to 20:00 UTC on the 29th, when Madrid changed from UTC+1 to UTC+2.
  expect(await hoursOf('2026-03-28', '2026-03-28')).toBe(2 * 15);
  expect(await hoursOf('2026-03-29', '2026-03-29')).toBe(2 * 21);
  expect(await hoursOf('2026-03-27', '2026-03-31')).toBe(2 * 36);
});
