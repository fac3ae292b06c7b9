import type { TrackingContext } from './settings.ts';

/** True while the vehicle is in the workshop, where others test-drive, lift and tow it. */
export function isInWorkshop({ inWorkshop = [] }: Pick<TrackingContext, 'inWorkshop'>, now: number): boolean {
  return inWorkshop.some(({ from, to }) => now >= from && (to === null || now < to));
}
