/** The normal range from `min` to `max`, both included; null for a side without a limit. */
interface Range {
  min: number | null;
  max: number | null;
  hysteresis?: number | undefined;
}

/**
 * True when a value is outside its range. Once outside, it counts as outside until it is back within by the hysteresis.
 */
export function isOutOfRange({ min, max, hysteresis = 0 }: Range, value: number, wasOut: boolean): boolean {
  const back = wasOut ? hysteresis : 0;
  return value < (min ?? -Infinity) + back || value > (max ?? Infinity) - back;
}
