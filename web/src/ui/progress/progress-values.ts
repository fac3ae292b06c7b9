/** Specification, section 9. */
export const PROGRESS_DEFAULTS = { max: 100 } as const;

/** The maximum itself if it is a number above 0, otherwise 100 (specification, section 5). */
export function progressMax(max: unknown): number {
  return typeof max === 'number' && Number.isFinite(max) && max > 0 ? max : PROGRESS_DEFAULTS.max;
}

/** The value clamped to 0..max; anything but a number counts as 0. */
export function progressValue(value: number, max: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), max);
}
