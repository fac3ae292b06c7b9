import type { TrackingContext } from './settings.ts';

/** Whether the vehicle is in the workshop, where others drive it for a try or lift and tow it. */
export function isInWorkshop({ inWorkshop = [] }: Pick<TrackingContext, 'inWorkshop'>, now: number): boolean {
  return inWorkshop.some(({ from, to }) => now >= from && (to === null || now < to));
}
