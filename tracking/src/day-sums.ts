import { round } from './legs.ts';

/** The sums of a day and their units. A new sum is one line here, and one where it is counted. */
export const DAY_SUMS = {
  /** Equals the sum of the trips' parts on this day. */
  distanceM: 'metres',
  /** Time of trips, without the unknown time in them. */
  tripS: 'seconds',
  /** The part of `tripS` spent standing with the engine on. Driving time is `tripS - tripIdleS`. */
  tripIdleS: 'seconds',
  stopS: 'seconds',
  /** Time without data. With `tripS`, `towS` and `stopS` it adds up to the whole time between two reports. */
  unseenS: 'seconds',
  /** All idling, in trips and stops. */
  idleS: 'seconds',
  engineS: 'seconds',
  /** Time in which a source reported whether the engine was on or off (`movement` does not). */
  engineKnownS: 'seconds',
  /** Movements with the engine off, which are not trips, with their metres and seconds. */
  tows: 'count',
  towM: 'metres',
  towS: 'seconds',
  /** Counted on the day in which each begins; alarms on the day in which they are raised. */
  trips: 'count',
  stops: 'count',
  idles: 'count',
  overspeeds: 'count',
  alarms: 'count',
  /** The highest speed, not a sum. */
  maxKph: 'kph',
  bridgedM: 'metres',
  /**
   * The part of `distanceM` that was driven without data, so that it has no share of `tripS`. Distance with data has a
   * speed.
   */
  unseenM: 'metres',
  positions: 'count',
  invalid: 'count',
} as const satisfies Record<string, 'metres' | 'seconds' | 'kph' | 'count'>;
export type DaySum = keyof typeof DAY_SUMS;
export type DaySums = Record<DaySum, number>;

const isDaySum = (name: string): name is DaySum => Object.hasOwn(DAY_SUMS, name);
export const DAY_SUM_NAMES: readonly DaySum[] = Object.keys(DAY_SUMS).filter(isDaySum);

const isWhole = (sums: Partial<DaySums>): sums is DaySums => DAY_SUM_NAMES.every((name) => Object.hasOwn(sums, name));

function zeros(): DaySums {
  const sums: Partial<DaySums> = {};
  for (const name of DAY_SUM_NAMES) sums[name] = 0;
  if (!isWhole(sums)) throw new Error('a sum has no value');
  return sums;
}

/** The sums of a day without data. */
export const NO_SUMS: Readonly<DaySums> = zeros();

/** Rounded as stored: metres to a decimetre, seconds and km/h to a tenth. */
export function roundedSums(day: DaySums): DaySums {
  const written = { ...NO_SUMS };
  for (const name of DAY_SUM_NAMES) written[name] = DAY_SUMS[name] === 'count' ? day[name] : round(day[name]);
  return written;
}
