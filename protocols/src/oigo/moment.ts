import { utc } from '../tools/units.ts';

const [FIRST_YEAR, TURN_YEARS] = [2010, 16];
const DAY_MS = 86_400_000;

/** Month, day, hour, minute, second. */
export type WithinYear = readonly [month: number, day: number, hour: number, minute: number, second: number];

/** Returns the latest time not in the future whose year has these four bits: they overflowed in 2026. */
export function moment(yearBits: number, within: WithinYear, now: Date): Date {
  const latest = now.getTime() + DAY_MS;
  let year = FIRST_YEAR + yearBits;
  while (utc(year + TURN_YEARS, ...within).getTime() <= latest) year += TURN_YEARS;
  return utc(year, ...within);
}
