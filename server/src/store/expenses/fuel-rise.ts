/** With fewer readings, a day is not evaluated. */
export const MIN_READINGS = 10;
/** A smaller rise is fuel moving in the tank, litres. */
const MIN_RISE_L = 5;
/** The window of the moving median: a single outlier does not count. */
const SMOOTHED = 5;

/** A bill can exceed the sensor's rise by this many litres, or by this share, whichever is more. */
const TOLERANCE_L = 8;
const TOLERANCE = 0.12;

/**
 * The total rise of a fuel level in litres, over all fill-ups. Consumption between them is not deducted.
 * @param levels litres in the tank as reported by the sensor, in order of time
 * @returns null for too few readings
 */
export function fuelRise(levels: readonly number[]): number | null {
  if (levels.length < MIN_READINGS) return null;
  let risen = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const close = () => {
    if (high - low >= MIN_RISE_L) risen += high - low;
  };
  for (const level of smoothed(levels)) {
    // A fill-up has ended when the level is clearly below its maximum; the next one begins there.
    if (level < low || level < high - MIN_RISE_L) {
      if (level < high - MIN_RISE_L) close();
      low = level;
      high = level;
    } else if (level > high) {
      high = level;
    }
  }
  close();
  return Math.round(risen * 10) / 10;
}

function smoothed(levels: readonly number[]): number[] {
  const reach = (SMOOTHED - 1) / 2;
  return levels.map((_, index) => {
    const near = levels.slice(Math.max(0, index - reach), index + reach + 1).toSorted((a, b) => a - b);
    return near[Math.floor(near.length / 2)] ?? 0;
  });
}

/** True when clearly less fuel arrived in the tank than was billed, beyond the error of sensors. */
export const isLess = (billedL: number, roseL: number): boolean =>
  billedL - roseL > Math.max(TOLERANCE_L, billedL * TOLERANCE);
