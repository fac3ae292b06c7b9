import type { DaySums } from '@milepost/contract/fact-routes';

const NOTHING = {
  distanceM: 0,
  tripS: 0,
  tripIdleS: 0,
  stopS: 0,
  unseenS: 0,
  idleS: 0,
  engineS: 0,
  engineKnownS: 0,
  tows: 0,
  towM: 0,
  towS: 0,
  trips: 0,
  alarms: 0,
};

export type Sums = typeof NOTHING & { maxKph: number };

const KEYS = Object.keys(NOTHING).filter((key): key is keyof typeof NOTHING => key in NOTHING);

/** The sums of some days, of none too. */
export function sumOf(days: readonly DaySums[]): Sums {
  const sums: Sums = { ...NOTHING, maxKph: 0 };
  for (const day of days) {
    for (const key of KEYS) sums[key] += day[key];
    sums.maxKph = Math.max(sums.maxKph, day.maxKph);
  }
  return sums;
}

/** What was seen of the days: in trips, at stops and on tows. */
export const seenIn = ({ tripS, stopS, towS }: Pick<Sums, 'tripS' | 'stopS' | 'towS'>) => tripS + stopS + towS;
