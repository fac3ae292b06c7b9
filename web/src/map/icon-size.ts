/** Side of a vehicle's picture on the screen at full size, px. */
export const ICON_PX = 28;

const ROOMY = 500;
const SMALLEST = 0.45;

/** Seen from far away, or where there are thousands, vehicles are drawn smaller: to be told apart, and to be fast. */
export function iconScale(zoom: number, count: number): number {
  const far = Math.max(0.6, 0.6 + (zoom - 7) * 0.1);
  return Math.max(SMALLEST, Math.min(1, far, Math.sqrt(ROOMY / Math.max(1, count))));
}
