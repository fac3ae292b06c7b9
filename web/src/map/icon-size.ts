/** The side of a vehicle's icon at full size, px. */
export const ICON_PX = 28;

const ROOMY = 500;
const SMALLEST = 0.45;

/**
 * Vehicles are drawn smaller at low zooms or when there are thousands, so that they stay distinguishable and drawing
 * stays fast.
 */
export function iconScale(zoom: number, count: number): number {
  const far = Math.max(0.6, 0.6 + (zoom - 7) * 0.1);
  return Math.max(SMALLEST, Math.min(1, far, Math.sqrt(ROOMY / Math.max(1, count))));
}
