/** The sums of a day that are told, and their units. A new one is a line here, and one of the answer that is made of them. */
export const TOLD_SUMS = {
  distanceM: 'metres',
  /** Time of trips, without what was unseen in them. */
  tripS: 'seconds',
  /** Of `tripS`: standing with the engine on. Driving time is `tripS - tripIdleS`. */
  tripIdleS: 'seconds',
  stopS: 'seconds',
  /** Neither trip, tow nor stop: nobody saw it. With `tripS`, `towS` and `stopS` the whole time between two reports. */
  unseenS: 'seconds',
  /** Of `engineKnownS` only: where that is 0, idling cannot be told. */
  idleS: 'seconds',
  engineS: 'seconds',
  /** Time in which a source told whether the engine was on or off (`movement` does not). */
  engineKnownS: 'seconds',
  /** Movements with the engine off, which are no trips, with their metres and seconds. */
  tows: 'count',
  towM: 'metres',
  towS: 'seconds',
  trips: 'count',
  overspeeds: 'count',
  alarms: 'count',
  /** The highest, not a sum. */
  maxKph: 'kph',
} as const satisfies Record<string, 'metres' | 'seconds' | 'kph' | 'count'>;
export type ToldSum = keyof typeof TOLD_SUMS;
export type ToldSums = Record<ToldSum, number>;

const isToldSum = (name: string): name is ToldSum => Object.hasOwn(TOLD_SUMS, name);
export const TOLD_SUM_NAMES: readonly ToldSum[] = Object.keys(TOLD_SUMS).filter(isToldSum);

/** A value for each of the sums. */
export function eachToldSum<Value>(valueOf: (name: ToldSum) => Value): Record<ToldSum, Value> {
  const values: Partial<Record<ToldSum, Value>> = {};
  for (const name of TOLD_SUM_NAMES) values[name] = valueOf(name);
  if (!isWhole(values)) throw new Error('a sum has no value');
  return values;
}

const isWhole = <Value>(values: Partial<Record<ToldSum, Value>>): values is Record<ToldSum, Value> =>
  TOLD_SUM_NAMES.every((name) => Object.hasOwn(values, name));
