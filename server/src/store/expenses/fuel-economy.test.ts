import { expect, test } from 'vitest';
import { type Fill, fuelEconomy } from './fuel-economy.ts';

let next = 1;
const fill = (litres: number, more: Partial<Fill>): Fill => ({
  expenseId: next++,
  day: '2026-01-01',
  litres,
  amount: 1,
  fullTank: true,
  odometerM: null,
  trackedM: 0,
  ...more,
});
const economy = (fills: readonly Fill[]) => fuelEconomy(fills).map(({ since }) => since);

test('counts what was filled in after the first full tank over the distance to the next', () => {
  // 30 + 20 litres over 500 km are 10 litres for 100 km; the 40 litres before the first full tank do not count.
  expect(
    economy([
      fill(40, { odometerM: 1_000_000 }),
      fill(30, { odometerM: 1_200_000, fullTank: false }),
      fill(20, { odometerM: 1_500_000 }),
      fill(16, { odometerM: 1_700_000 }),
    ]),
  ).toEqual([
    null,
    null,
    { distanceM: 500_000, litres: 50, litresPer100Km: 10, by: 'odometer' },
    { distanceM: 200_000, litres: 16, litresPer100Km: 8, by: 'odometer' },
  ]);
});

test('takes what was tracked where a bill has no odometer', () => {
  expect(economy([fill(40, { odometerM: 1_000_000, trackedM: 50_000 }), fill(12, { trackedM: 250_000 })])[1]).toEqual({
    distanceM: 200_000,
    litres: 12,
    litresPer100Km: 6,
    by: 'tracked',
  });
});

test('says nothing where the vehicle did not move between two full tanks', () => {
  expect(economy([fill(40, {}), fill(5, {})])).toEqual([null, null]);
});
