import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

type Bill = readonly [day: string, litres: number, odometerM: number | null, full?: boolean, missed?: boolean];

/** A vehicle tracked for 100 km on each day of May, with its bills. */
async function filled(registration: string, bills: readonly Bill[]) {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration });
  for (let day = 1; day <= 31; day++) {
    await insertDay(database, of, { day: `2026-05-${String(day).padStart(2, '0')}`, distanceM: 100_000 });
  }
  for (const [day, litres, odometerM, full = true, missed = false] of bills) {
    await database.query(
      `INSERT INTO expenses (organisation_id, kind, state, vehicle_id, amount, currency, day, odometer_m, quantity, full_tank,
         missed_fill, words)
       VALUES (1, 'fuel', 'approved', $1, $2::float8 * 100, 'INR', $3, $4, $2, $5, $6, '')`,
      [of.vehicleId, litres, day, odometerM, full, missed],
    );
  }
  return of.vehicleId;
}

const burnt = async (vehicleId: number) => {
  const params = {
    from: '2026-05-01',
    to: '2026-05-31',
    vehicleIds: [vehicleId],
    sort: 'day',
    direction: 'asc' as const,
  };
  const { columns, rows, totals } = await requestReport(fixture.admin, 'fuel-fills', params);
  const of = (cells: readonly unknown[]) =>
    ['distance', 'burnt', 'economy', 'by'].map((key) => cells[columns.findIndex((one) => one.key === key)]);
  return { rows: rows.map(({ cells }) => of(cells)), totals: of(totals.cells).slice(0, 3) };
};
const NO_DISTANCE = [null, null, null, null];

test('two full tanks of one day with an unknown distance between them count together', async () => {
  const days: Bill[] = [
    ['2026-05-01', 50, null],
    ['2026-05-07', 20, null],
    ['2026-05-07', 40, null],
    ['2026-05-10', 24, null],
  ];
  // 20 + 40 litres in the 600 km up to the end of the 7th, then 24 in 300 km: 84 litres in 900 km.
  expect(await burnt(await filled('TWICE 1', days))).toEqual({
    rows: [NO_DISTANCE, NO_DISTANCE, [600_000, 60, 10, 'tracked'], [300_000, 24, 8, 'tracked']],
    totals: [900_000, 84, expect.closeTo(9.3333, 4)],
  });
  const read: Bill[] = [
    ['2026-05-01', 50, 1_000_000],
    ['2026-05-07', 20, 1_400_000],
    ['2026-05-07', 40, null],
    ['2026-05-10', 24, 1_900_000],
  ];
  expect((await burnt(await filled('TWICE 2', read))).rows).toEqual([
    NO_DISTANCE,
    NO_DISTANCE,
    [600_000, 60, 10, 'tracked'],
    [300_000, 24, 8, 'tracked'],
  ]);
});

test('shows for each fill the values of the page of the vehicle', async () => {
  const vehicleId = await filled('SAME FUEL', [
    ['2026-05-01', 50, 1_000_000],
    ['2026-05-03', 15, null, false],
    ['2026-05-04', 20, 1_350_000],
    ['2026-05-06', 10, 1_500_000, false, true],
    ['2026-05-08', 30, 1_700_000],
    ['2026-05-09', 12, 1_800_000],
    ['2026-05-09', 9, 1_900_000],
    ['2026-05-12', 20, 1_900_000],
    ['2026-05-14', 20, null, true, true],
    ['2026-05-15', 8, null],
  ]);
  const { fills } = await fixture.admin.call('get-vehicle-fuel', { vehicleId, months: 24 });
  const fillsSince = fills?.map(({ since }) =>
    since === null ? NO_DISTANCE : [since.distanceM, since.litres, expect.closeTo(since.litresPer100Km, 6), since.by],
  );
  const { rows } = await burnt(vehicleId);
  // 35 litres in 350 km; a missed fill before the 8th; 12 in 100 km; 9 in 100; an unchanged odometer; 8 in 100 km.
  expect(rows).toEqual([
    NO_DISTANCE,
    NO_DISTANCE,
    [350_000, 35, 10, 'odometer'],
    NO_DISTANCE,
    NO_DISTANCE,
    [100_000, 12, 12, 'odometer'],
    [100_000, 9, 9, 'odometer'],
    NO_DISTANCE,
    NO_DISTANCE,
    [100_000, 8, 8, 'tracked'],
  ]);
  expect(rows).toEqual(fillsSince);
});
