/** What a device tells and what it means there, such as volts and litres. */
export interface CalibrationPoint {
  raw: number;
  value: number;
}

/** Where a calibration table is not usable: the raw values must rise, and the values only rise or only fall. */
interface CalibrationFault {
  /** Of the row that is wrong, counted from 0. */
  index: number;
  field: keyof CalibrationPoint;
}

/**
 * The first row at which a table is not monotonous: its raw value is not above that of the row before, or its value
 * turns back. Values that stay the same are allowed, as in the last corner of a tank; null where the table is fine.
 */
export function calibrationFault(points: readonly CalibrationPoint[]): CalibrationFault | null {
  let direction = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (!before) continue;
    if (!(point.raw > before.raw)) return { index, field: 'raw' };
    const turn = Math.sign(point.value - before.value);
    if (turn !== 0 && direction !== 0 && turn !== direction) return { index, field: 'value' };
    if (turn !== 0) direction = turn;
  }
  return null;
}

/**
 * Reads a table: straight between its points; outside of them the nearest one holds, since nobody measured there.
 * @param points in order of `raw`, two or more
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
