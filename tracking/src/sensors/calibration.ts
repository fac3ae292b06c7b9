/** A raw value and the value it stands for, such as volts and litres. */
export interface CalibrationPoint {
  raw: number;
  value: number;
}

/**
 * Interpolates linearly between the points of a table; outside them the nearest one holds, since nothing was measured
 * there.
 * @param points two or more; their raw values ascend, and their values only rise or only fall, as `save-sensor` ensures
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
