import type { FuelFill } from '@milepost/contract/fuel-operations';

export interface Fill {
  expenseId: number;
  day: string;
  litres: number;
  amount: number;
  currency: string;
  fullTank: boolean;
  missedFill: boolean;
  odometerM: number | null;
  /** The distance tracked from the day of the first fill to the end of this one's day. */
  trackedM: number;
}

/**
 * The consumption between two full tanks: all quantities filled after the first of them, over the distance between
 * them. If a fill in between is missing, there is no value, and counting restarts. The distance is that of the odometer
 * if both bills have a reading, otherwise the tracked distance, which is only known for whole days.
 * @param fills of one vehicle, oldest first
 */
export function fuelEconomy(fills: readonly Fill[]): FuelFill[] {
  let before: Fill | null = null;
  let litres = 0;
  return fills.map((fill, index) => {
    const { odometerM: _odometerM, trackedM: _trackedM, ...shown } = fill;
    litres += fill.litres;
    // The full tank before it cannot be used, as the quantity filled since is unknown.
    if (fill.missedFill) before = null;
    if (!fill.fullTank || isRefilled(fill, fills.slice(index + 1))) return { ...shown, since: null };
    const since = before && sinceFull(before, fill, litres);
    before = fill;
    litres = 0;
    return { ...shown, since };
  });
}

/**
 * True when another fill followed on the same day. The distance between the two is unknown, so both use the distance up
 * to the end of that day.
 */
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
