import { round } from './legs.ts';

/** The sums of a day and their units. A new one is a line here, and one where it is counted. */
export const DAY_SUMS = {
  /** Exactly the sum of the trips' parts in this day. */
  distanceM: 'metres',
  /** Time of trips, without what was unseen in them. */
  tripS: 'seconds',
  /** Of `tripS`: standing with the engine on. Driving time is `tripS - tripIdleS`. */
  tripIdleS: 'seconds',
  stopS: 'seconds',
  /** Time without data. With `tripS`, `towS` and `stopS` it makes up the whole time between two reports. */
  unseenS: 'seconds',
  /** All idling, in trips and stops. */
  idleS: 'seconds',
  engineS: 'seconds',
  /** Time in which a source told whether the engine was on or off (`movement` does not). */
  engineKnownS: 'seconds',
  /** Movements with the engine off, which are no trips, with their metres and seconds. */
  tows: 'count',
  towM: 'metres',
  towS: 'seconds',
  /** Counted on the day in which each begins; alarms on the day in which they are raised. */
  trips: 'count',
  stops: 'count',
  idles: 'count',
  overspeeds: 'count',
  alarms: 'count',
  /** The highest, not a sum. */
  maxKph: 'kph',
  bridgedM: 'metres',
  /** Of `distanceM`: driven while nobody saw it, so that none of `tripS` is theirs. What was seen has a speed. */
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
