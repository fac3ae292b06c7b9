import type { FuelFill } from '@milepost/contract/fuel-routes';

export interface Fill {
  expenseId: number;
  day: string;
  litres: number;
  amount: number;
  currency: string;
  fullTank: boolean;
  missedFill: boolean;
  odometerM: number | null;
  /** What was tracked from the first fill's day to the end of this one's. */
  trackedM: number;
}

/**
 * How much was burnt from one full tank to the next: all that was filled in after the first of them, over the distance
 * between them. Where a fill in between was not entered nothing is said, and it starts anew. The distance is that of the odometer where both bills have it, else what was tracked, which knows whole days
 * only.
 * @param fills of one vehicle, the oldest first
 */
export function fuelEconomy(fills: readonly Fill[]): FuelFill[] {
  let before: Fill | null = null;
  let litres = 0;
  return fills.map((fill, index) => {
    const { odometerM: _odometerM, trackedM: _trackedM, ...shown } = fill;
    litres += fill.litres;
    // The full tank before it is of no use: nobody knows what was filled in since.
    if (fill.missedFill) before = null;
    if (!fill.fullTank || isRefilled(fill, fills.slice(index + 1))) return { ...shown, since: null };
    const since = before && sinceFull(before, fill, litres);
    before = fill;
    litres = 0;
    return { ...shown, since };
  });
}

/** Whether it was filled up once more that day, nobody knows how far from here: both are of the distance to that day's end. */
const isRefilled = (fill: Fill, later: readonly Fill[]): boolean =>
  later.some(
    ({ day, fullTank, odometerM }) => day === fill.day && fullTank && (odometerM === null || fill.odometerM === null),
  );

function sinceFull(before: Fill, fill: Fill, litres: number): FuelFill['since'] {
  const read = before.odometerM === null || fill.odometerM === null ? null : fill.odometerM - before.odometerM;
  const distanceM = read ?? fill.trackedM - before.trackedM;
  if (distanceM <= 0) return null;
  return {
    distanceM,
    litres,
    litresPer100Km: litres / (distanceM / 100_000),
    by: read === null ? 'tracked' : 'odometer',
  };
}
