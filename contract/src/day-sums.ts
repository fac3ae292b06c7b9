/** The sums of a day that are told, and their units. A new one is a line here, and one of the answer that is made of them. */
export const WRITTEN_SUMS = {
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
export type WrittenSum = keyof typeof WRITTEN_SUMS;
export type WrittenSums = Record<WrittenSum, number>;

const isWrittenSum = (name: string): name is WrittenSum => Object.hasOwn(WRITTEN_SUMS, name);
export const WRITTEN_SUM_NAMES: readonly WrittenSum[] = Object.keys(WRITTEN_SUMS).filter(isWrittenSum);

/** A value for each of the sums. */
export function eachWrittenSum<Value>(valueOf: (name: WrittenSum) => Value): Record<WrittenSum, Value> {
  const values: Partial<Record<WrittenSum, Value>> = {};
  for (const name of WRITTEN_SUM_NAMES) values[name] = valueOf(name);
  if (!isWhole(values)) throw new Error('a sum has no value');
  return values;
}

const isWhole = <Value>(values: Partial<Record<WrittenSum, Value>>): values is Record<WrittenSum, Value> =>
  WRITTEN_SUM_NAMES.every((name) => Object.hasOwn(values, name));
