import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay, insertIdle } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

test("fuel costs the price of the vehicle's last bill up to the day; without one it is unknown", async () => {
  const { database } = fixture.http;
  const [known, unknown] = [
    await addTracked(database, { registration: 'IDLE 1' }),
    await addTracked(database, { registration: 'IDLE 2' }),
  ];
  for (const of of [known, unknown]) {
    await insertIdle(database, of, { start: '2026-05-05T08:00:00Z', end: '2026-05-05T08:30:00Z' });
    await database.query('UPDATE vehicles SET idle_l_per_h = 2 WHERE id = $1', [of.vehicleId]);
  }
  // 40 l for 60.00 on the 4th, a higher price after the range, and a bill in another currency.
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
  const { columns, rows, totals } = await requestReport(fixture.admin, 'idling', {
    from: '2026-05-04',
    to: '2026-05-06',
    vehicleIds,
    sort: 'vehicle',
  });
  const at = (cells: readonly unknown[]) =>
    ['vehicle', 'fuel', 'cost'].map((key) => cells[columns.findIndex((one) => one.key === key)]);
  // Half an hour at 2 l/h is one litre for 1.50.
  expect(rows.map(({ cells }) => at(cells))).toEqual([
    ['IDLE 1', 1, 150],
    ['IDLE 2', 1, null],
  ]);
  expect(at(totals.cells).slice(1)).toEqual([2, 150]);
});

test('idling costs the price of the last bill up to its own day, so that a range cut in two adds up', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'IDLE 3' });
  await database.query('UPDATE vehicles SET idle_l_per_h = 2 WHERE id = $1', [of.vehicleId]);
  for (const [day, amount] of [
    // Too old for the idling of June.
    ['2025-04-01', 4000],
    ['2026-06-03', 5000],
    ['2026-06-05', 8000],
  ] as const) {
    await database.query(
      `INSERT INTO expenses (organisation_id, vehicle_id, kind, state, quantity, amount, currency, day, words)
       SELECT 1, $1, 'fuel', 'approved', 40, $2, o.currency, $3, '' FROM organisations o WHERE o.id = 1`,
      [of.vehicleId, amount, day],
    );
  }
  // An hour, two litres, on the 1st and 4th; then from 23:30 to 0:30 in Madrid, across the midnight to the 5th.
  await insertIdle(database, of, { start: '2026-06-01T08:00:00Z', end: '2026-06-01T09:00:00Z' });
  await insertIdle(database, of, { start: '2026-06-04T08:00:00Z', end: '2026-06-04T09:00:00Z' });
  await insertIdle(database, of, { start: '2026-06-04T21:30:00Z', end: '2026-06-04T22:30:00Z' });
  await insertIdle(database, of, { start: '2026-06-05T08:00:00Z', end: '2026-06-05T09:00:00Z' });
  const costs = async (from: string, to: string) => {
    const days = {
      from: `2026-06-0${from}`,
      to: `2026-06-0${to}`,
      vehicleIds: [of.vehicleId],
      direction: 'asc' as const,
    };
    const { columns, rows, totals } = await requestReport(fixture.admin, 'idling', days);
    const at = columns.findIndex(({ key }) => key === 'cost');
    return [totals.cells[at], rows.map(({ cells }) => cells[at])];
  };
  // 1.25 a litre from the 3rd, 2.00 from the 5th; idling that began on the 4th costs as on the 4th.
  expect(await costs('1', '6')).toEqual([250 + 250 + 400, [null, 250, 250, 400]]);
  expect(await costs('1', '4')).toEqual([250 + 125, [null, 250, 125]]);
  expect(await costs('5', '6')).toEqual([125 + 400, [125, 400]]);
});

test('no idling is 0:00:00 when the engine state is known, and unknown otherwise', async () => {
  const { database } = fixture.http;
  const [reported, silent] = [
    await addTracked(database, { registration: 'IDLE 4' }),
    await addTracked(database, { registration: 'IDLE 5' }),
  ];
  for (const of of [reported, silent]) await insertDay(database, of, { day: '2026-07-01', distanceM: 10_000 });
  await database.query('UPDATE day_totals SET engine_known_s = 0 WHERE vehicle_id = $1', [silent.vehicleId]);
  const total = async (vehicleId: number, day: string) => {
    const days = { from: day, to: day, vehicleIds: [vehicleId] };
    const { columns, totals } = await requestReport(fixture.admin, 'idling', days);
    return totals.cells[columns.findIndex(({ key }) => key === 'duration')];
  };
  expect(await total(reported.vehicleId, '2026-07-01')).toBe(0);
  expect(await total(silent.vehicleId, '2026-07-01')).toBe(null);
  expect(await total(reported.vehicleId, '2026-07-02')).toBe(null);
});
