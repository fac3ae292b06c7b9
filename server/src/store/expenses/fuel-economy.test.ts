import { expect, test } from 'vitest';
import { type Fill, fuelEconomy } from './fuel-economy.ts';

let next = 1;
const fill = (litres: number, more: Partial<Fill>): Fill => ({
  expenseId: next++,
  day: '2026-01-01',
  litres,
  amount: 1,
  currency: 'INR',
  fullTank: true,
  missedFill: false,
  odometerM: null,
  trackedM: 0,
  ...more,
});
const economy = (fills: readonly Fill[]) => fuelEconomy(fills).map(({ since }) => since);

test('divides the fuel filled after the first full tank by the distance to the next', () => {
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

test('uses the tracked distance if a bill has no odometer value', () => {
  expect(
    economy([
      fill(40, { odometerM: 1_000_000, trackedM: 50_000 }),
      fill(12, { day: '2026-01-02', trackedM: 250_000 }),
    ])[1],
  ).toEqual({
    distanceM: 200_000,
    litres: 12,
    litresPer100Km: 6,
    by: 'tracked',
  });
});

test('has no value if the vehicle did not move between two full tanks', () => {
  expect(economy([fill(40, {}), fill(5, {})])).toEqual([null, null]);
});

test('combines two full tanks of one day if the distance between them is unknown', () => {
  // Up to the end of the 5th, 600 km are known, with 20 + 40 litres: 10 for 100 km. Then 300 km follow with 24 litres.
  expect(
    economy([
      fill(50, { day: '2026-03-01', trackedM: 0 }),
      fill(20, { day: '2026-03-05', trackedM: 600_000 }),
      fill(40, { day: '2026-03-05', trackedM: 600_000 }),
      fill(24, { day: '2026-03-08', trackedM: 900_000 }),
    ]),
  ).toEqual([
    null,
    null,
    { distanceM: 600_000, litres: 60, litresPer100Km: 10, by: 'tracked' },
    { distanceM: 300_000, litres: 24, litresPer100Km: 8, by: 'tracked' },
  ]);
});

test('separates two full tanks of one day if both bills have an odometer value', () => {
  expect(
    economy([
      fill(50, { day: '2026-03-01', odometerM: 0 }),
      fill(20, { day: '2026-03-05', odometerM: 200_000 }),
      fill(48, { day: '2026-03-05', odometerM: 600_000 }),
    ]).map((since) => since?.litresPer100Km),
  ).toEqual([undefined, 10, 12]);
});

test('restarts after a missing fill', () => {
  // 500 km with 25 litres on bills and an unknown quantity missing; then 300 km with 30 litres are 10 for 100 km.
  expect(
    economy([
      fill(40, { odometerM: 1_000_000 }),
      fill(25, { odometerM: 1_500_000, missedFill: true }),
      fill(30, { odometerM: 1_800_000 }),
    ]).map((since) => since?.litresPer100Km),
  ).toEqual([undefined, undefined, 10]);
  // Not a full tank: counting starts at the next full tank, and 16 litres over 200 km are 8.
  expect(
    economy([
      fill(40, { odometerM: 1_000_000 }),
      fill(10, { odometerM: 1_200_000, fullTank: false, missedFill: true }),
      fill(20, { odometerM: 1_500_000 }),
      fill(16, { odometerM: 1_700_000 }),
    ]).map((since) => since?.litresPer100Km),
  ).toEqual([undefined, undefined, undefined, 8]);
  // The missing fill may be before the first of two on the same day, so no interval spans it.
  expect(
    economy([
      fill(50, { day: '2026-03-01', trackedM: 0 }),
      fill(20, { day: '2026-03-05', trackedM: 600_000, missedFill: true }),
      fill(40, { day: '2026-03-05', trackedM: 600_000 }),
      fill(24, { day: '2026-03-08', trackedM: 900_000 }),
    ]).map((since) => since?.litresPer100Km),
  ).toEqual([undefined, undefined, undefined, 8]);
});
