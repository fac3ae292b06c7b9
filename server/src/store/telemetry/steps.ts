/** Common step lengths in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400] as const;
/** From this length on, computed days are read instead of fixes. */
const QUARTER_S = 900;
/** The vehicle days whose fixes are read for one reply: half a second with a fix every 10 s (decision 0049). */
export const MAX_RAW_DAYS = 30;
const DAY_S = 86_400;

/**
 * The shortest step with which a range of `seconds` of several vehicles has at most `most` parts and is read in time.
 */
export function stepOf(seconds: number, vehicles: number, most: number): number {
  const raw = vehicles * seconds <= MAX_RAW_DAYS * DAY_S;
  return STEPS.find((step) => seconds / step <= most && (raw || step >= QUARTER_S)) ?? DAY_S;
}

/** Start and end, epoch milliseconds. */
export type Gap = [number, number];

/**
 * The times without a report for longer than `holeMs`.
 * @param times of fixes or of the start of steps with a value, in any order
 * @param lengthMs of a step; 0 for fixes
 */
export function gapsOf(times: Iterable<number>, lengthMs: number, gapMs: number): Gap[] {
  const gaps: Gap[] = [];
  let end: number | null = null;
  for (const time of [...times].toSorted((a, b) => a - b)) {
    if (end !== null && time - end > gapMs) gaps.push([end, time]);
    end = time + lengthMs;
  }
  return gaps;
}
