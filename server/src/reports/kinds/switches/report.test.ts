import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertSwitch } from '../../../testing/insert-facts.ts';
import { askReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

test('what was on in the range, cut at its ends; of one switch alone where one is chosen', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'SW 1' });
  // Days of Madrid, two hours ahead of UTC in May: the 2nd begins at 22:00 UTC of the 1st.
  await insertSwitch(database, of, { start: '2026-05-01T20:00:00Z', end: '2026-05-01T23:00:00Z', name: 'door' });
  await insertSwitch(database, of, { start: '2026-05-02T10:00:00Z', end: '2026-05-02T10:10:00Z', name: 'door' });
  await insertSwitch(database, of, { start: '2026-04-20T00:00:00Z', end: '2026-05-20T00:00:00Z', name: 'ac' });
  await insertSwitch(database, of, { start: '2026-04-30T10:00:00Z', end: '2026-04-30T11:00:00Z', name: 'input2' });
  const day = { from: '2026-05-02', to: '2026-05-02', vehicleIds: [of.vehicleId], sort: 'start' };
  const ask = async (own: Record<string, string> = {}) => {
    const { columns, rows, totals } = await askReport(fixture.admin, 'switches', { ...day, direction: 'asc', own });
    const [name, duration] = ['name', 'duration'].map((key) => columns.findIndex((one) => one.key === key));
    const cellsOf = (cells: readonly unknown[]) => [cells[name ?? 0], cells[duration ?? 0]];
    return { rows: rows.map(({ cells }) => cellsOf(cells)), total: totals.cells[duration ?? 0] };
  };
  expect(await ask()).toEqual({
    rows: [
      ['ac', 86_400],
      ['door', 3600],
      ['door', 600],
    ],
    total: 90_600,
  });
  expect(await ask({ only: 'door' })).toEqual({
    rows: [
      ['door', 3600],
      ['door', 600],
    ],
    total: 4200,
  });
});
