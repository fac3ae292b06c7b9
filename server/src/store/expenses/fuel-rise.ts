/** Fewer readings say nothing about a day. */
export const LEAST_READINGS = 10;
/** Less than this is fuel that moves in the tank, litres. */
const LEAST_RISE_L = 5;
/** A middle of so many readings in a row: one that jumps does not count. */
const SMOOTHED = 5;

/** A bill may be above what the sensor shows by this, litres, or by this share, whichever is more. */
const TOLERANCE_L = 8;
const TOLERANCE = 0.12;

/**
 * Litres that a tank rose by, all fill-ups together. What was burnt between them does not count against them.
 * @param levels litres in the tank as the sensor told them, in order of time
 * @returns null for too few readings
 */
export function fuelRise(levels: readonly number[]): number | null {
  if (levels.length < LEAST_READINGS) return null;
  let risen = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const close = () => {
    if (high - low >= LEAST_RISE_L) risen += high - low;
  };
  for (const level of smoothed(levels)) {
    // A fill-up has ended where the level is clearly below its highest; the next begins from there.
    if (level < low || level < high - LEAST_RISE_L) {
      if (level < high - LEAST_RISE_L) close();
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

/** Whether less came into the tank than was billed, beyond what sensors err by. */
export const isLess = (billedL: number, roseL: number): boolean =>
  billedL - roseL > Math.max(TOLERANCE_L, billedL * TOLERANCE);
