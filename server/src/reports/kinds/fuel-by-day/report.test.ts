import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay, insertFuelChange } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const DAYS = { from: '2026-05-04', to: '2026-05-07' };

async function report(vehicleId: number) {
  const { columns, rows, totals } = await requestReport(fixture.admin, 'fuel-by-day', {
    ...DAYS,
    vehicleIds: [vehicleId],
    sort: 'day',
    direction: 'asc',
  });
  const figures = (cells: readonly unknown[]) =>
    ['distance', 'used', 'per100Km', 'filled', 'costPerKm'].map((key) => {
      const cell = cells[columns.findIndex((one) => one.key === key)];
      return typeof cell === 'number' ? Math.round(cell * 1000) / 1000 : cell;
    });
  return { rows: rows.map(({ cells }) => figures(cells)), total: figures(totals.cells) };
}

async function addDays(registration: string, days: readonly (readonly [km: number, netL: number | null])[]) {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration });
  for (const [index, [km, netL]] of days.entries()) {
    const day = `2026-05-0${4 + index}`;
    await insertDay(database, of, { day, distanceM: km * 1000 });
    await database.query('UPDATE day_totals SET fuel_net_l = $1 WHERE vehicle_id = $2 AND day = $3', [
      netL,
      of.vehicleId,
      day,
    ]);
  }
  const bill = {
    kind: 'fuel' as const,
    vehicleId: of.vehicleId,
    amount: 300,
    day: '2026-05-05',
    quantity: 165,
    submit: true,
  };
  expect(await fixture.admin.call('save-expense', bill)).toMatchObject({ status: 200 });
  return of;
}

test('consumption is the fall of the level, with fills and drops of the sensor, also on the day of a fill', async () => {
  const { database } = fixture.http;
  // The four days: 300 km with 75 l; 300 km with 75 l, and a fill of 160 l; no distance, and 60 l stolen; 300 km with
  // 75 l.
  const of = await addDays('FD 1', [
    [300, 75],
    [300, 75 - 160],
    [0, 61],
    [300, 75],
  ]);
  const fill = {
    start: '2026-05-05T10:00:00Z',
    end: '2026-05-05T10:08:00Z',
    change: 'fill',
    litres: 160,
    beforeL: 60,
  } as const;
  await insertFuelChange(database, of, fill);
  // The fuel was stolen while the device was asleep over midnight: the level after it is that of the 6th.
  const drop = {
    start: '2026-05-05T20:00:00Z',
    end: '2026-05-06T05:00:00Z',
    change: 'drop',
    litres: 60,
    beforeL: 145,
  } as const;
  await insertFuelChange(database, of, { ...drop, sure: false });
  const { rows, total } = await report(of.vehicleId);
  expect(rows).toEqual([
    [300_000, 75, 25, null, 0.333],
    // By the bill alone it would be 165 l for 300 km: 55 l per 100 km.
    [300_000, 75, 25, 165, 0.333],
    [0, 1, null, null, null],
    [300_000, 75, 25, null, 0.333],
  ]);
  // The 300 of the bill for 900 km, on each day with a distance.
  expect(total).toEqual([900_000, 226, 25, 165, 0.333]);
});

test('for a vehicle without a sensor the consumption is unknown, whatever was filled in', async () => {
  const { vehicleId } = await addDays('FD 2', [
    [300, null],
    [300, null],
  ]);
  const { rows, total } = await report(vehicleId);
  expect(rows).toEqual([
    [300_000, null, null, null, 0.5],
    [300_000, null, null, 165, 0.5],
  ]);
  expect(total).toEqual([600_000, null, null, 165, 0.5]);
});
