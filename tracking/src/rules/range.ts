/** What is well: from `min` to `max`, both included; null where that side has no limit. */
interface Range {
  min: number | null;
  max: number | null;
  hysteresis?: number | undefined;
}

/** Whether a value is out of its range. One that was out is out until it is back within by the hysteresis. */
export function isOutOfRange({ min, max, hysteresis = 0 }: Range, value: number, wasOut: boolean): boolean {
  const back = wasOut ? hysteresis : 0;
  return value < (min ?? -Infinity) + back || value > (max ?? Infinity) - back;
}
