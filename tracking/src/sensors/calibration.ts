/** What a device tells and what it means there, such as volts and litres. */
export interface CalibrationPoint {
  raw: number;
  value: number;
}

/**
 * Reads a table: straight between its points; outside of them the nearest one holds, since nobody measured there.
 * @param points two or more; their raw values rise, and their values only rise or only fall, as `save-sensor` sees to
 */
export function calibrate(points: readonly CalibrationPoint[], raw: number): number {
  const above = points.findIndex((point) => point.raw >= raw);
  const upper = points[above];
  const lower = points[above - 1];
  if (!upper) return points.at(-1)?.value ?? raw;
  if (!lower) return upper.value;
  const part = (raw - lower.raw) / (upper.raw - lower.raw);
  return lower.value + part * (upper.value - lower.value);
}
