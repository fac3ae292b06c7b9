/** Specification, section 9. */
export const RATING_DEFAULTS = { max: 10 } as const;

/** The rating clamped to 0..max (specification, section 5); anything but a number counts as 0. */
export function clampRating(rating: number, max: number = RATING_DEFAULTS.max): number {
  return Number.isNaN(rating) ? 0 : Math.min(Math.max(rating, 0), max);
}
