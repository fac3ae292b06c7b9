/**
 * The sums of a day that are shown, and their units. A new sum is one line here, and one line in the output that is
 * built from these sums.
 */
export const WRITTEN_SUMS = {
  distanceM: 'metres',
  /** Duration of trips, without the unknown time in them. */
  tripS: 'seconds',
  /** The part of `tripS` spent standing with the engine on. Driving time is `tripS - tripIdleS`. */
  tripIdleS: 'seconds',
  stopS: 'seconds',
  /**
   * Neither trip, tow nor stop, for lack of data. `tripS`, `towS`, `stopS` and `unseenS` add up to the whole time
   * between two reports.
   */
  unseenS: 'seconds',
  /** Within `engineKnownS` only: if that is 0, idling is unknown. */
  idleS: 'seconds',
  engineS: 'seconds',
  /** Time in which a source reported the engine as on or off (`movement` does not). */
  engineKnownS: 'seconds',
  /** Movements with the engine off, which do not count as trips, with their metres and seconds. */
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

/** Builds a record with a value for each of the sums. */
export function eachWrittenSum<Value>(valueOf: (name: WrittenSum) => Value): Record<WrittenSum, Value> {
  const values: Partial<Record<WrittenSum, Value>> = {};
  for (const name of WRITTEN_SUM_NAMES) values[name] = valueOf(name);
  if (!isWhole(values)) throw new Error('a sum has no value');
  return values;
}

const isWhole = <Value>(values: Partial<Record<WrittenSum, Value>>): values is Record<WrittenSum, Value> =>
  WRITTEN_SUM_NAMES.every((name) => Object.hasOwn(values, name));
