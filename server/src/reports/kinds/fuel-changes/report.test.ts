import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertFuelChange } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

test('lists fills and drops of the range with their litres, a fill with the nearest bill of its day', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'FU 1' });
  const { vehicleId } = of;
  const fill = {
    start: '2026-05-02T10:00:00Z',
    end: '2026-05-02T10:08:00Z',
    change: 'fill',
    litres: 180,
    beforeL: 60,
  } as const;
  await insertFuelChange(database, of, fill);
  await insertFuelChange(database, of, {
    ...fill,
    start: '2026-05-02T22:30:00Z',
    end: null,
    change: 'drop',
    litres: 35,
    beforeL: 200,
    sure: false,
  });
  // The fuel change is on the day before in Madrid's local time.
  await insertFuelChange(database, of, { ...fill, start: '2026-05-01T21:59:00Z', end: null });
  for (const quantity of [20, 185]) {
    const bill = { kind: 'fuel' as const, vehicleId, amount: 100, day: '2026-05-02', quantity, submit: true };
    expect(await fixture.admin.call('save-expense', bill)).toMatchObject({ status: 200 });
  }
  const { columns, rows, totals } = await requestReport(fixture.admin, 'fuel-changes', {
    from: '2026-05-02',
    to: '2026-05-03',
    vehicleIds: [vehicleId],
    sort: 'start',
    direction: 'asc',
  });
  const cell = (cells: readonly unknown[], key: string) => cells[columns.findIndex((one) => one.key === key)];
  const cellsOf = (cells: readonly unknown[]) =>
    ['change', 'filled', 'lost', 'before', 'after', 'billed', 'certainty'].map((key) => cell(cells, key));
  expect(rows.map(({ cells }) => cellsOf(cells))).toEqual([
    ['fill', 180, null, 60, 240, 185, 'sure'],
    ['drop', null, 35, 200, 165, null, 'unsure'],
  ]);
  expect([cell(totals.cells, 'filled'), cell(totals.cells, 'lost')]).toEqual([180, 35]);
  // A drop has no filled litres, which is not a fill of unknown litres.
  expect([cell(totals.known, 'filled'), cell(totals.known, 'lost')]).toEqual([2, 2]);
});
