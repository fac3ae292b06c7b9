import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertIdle } from '../../../testing/insert-facts.ts';
import { askReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

test('fuel costs what the last bill of the vehicle up to the end of the range says; without one it is unknown', async () => {
  const { database } = fixture.http;
  const [known, unknown] = [
    await addTracked(database, { registration: 'IDLE 1' }),
    await addTracked(database, { registration: 'IDLE 2' }),
  ];
  for (const of of [known, unknown]) {
    await insertIdle(database, of, { start: '2026-05-05T08:00:00Z', end: '2026-05-05T08:30:00Z' });
    await database.query('UPDATE vehicles SET idle_l_per_h = 2 WHERE id = $1', [of.vehicleId]);
  }
  // 40 l for 60.00 on the 4th, dearer after the range, and a bill in another currency.
  for (const [day, amount, currency] of [
    ['2026-05-01', 4000, null],
    ['2026-05-04', 6000, null],
    ['2026-05-05', 9000, 'USD'],
    ['2026-05-08', 8000, null],
  ] as const) {
    await database.query(
      `INSERT INTO expenses (organisation_id, vehicle_id, kind, state, quantity, amount, currency, day, words)
       SELECT 1, $1, 'fuel', 'approved', 40, $2, coalesce($3, o.currency), $4, '' FROM organisations o WHERE o.id = 1`,
      [known.vehicleId, amount, currency, day],
    );
  }
  const vehicleIds = [known.vehicleId, unknown.vehicleId];
  const { columns, rows, totals } = await askReport(fixture.admin, 'idling', {
    from: '2026-05-04',
    to: '2026-05-06',
    vehicleIds,
    sort: 'vehicle',
  });
  const at = (cells: readonly unknown[]) =>
    ['vehicle', 'fuel', 'cost'].map((key) => cells[columns.findIndex((one) => one.key === key)]);
  // Half an hour at 2 l/h is a litre, of 1.50.
  expect(rows.map(({ cells }) => at(cells))).toEqual([
    ['IDLE 1', 1, 150],
    ['IDLE 2', 1, null],
  ]);
  expect(at(totals.cells).slice(1)).toEqual([2, 150]);
});
