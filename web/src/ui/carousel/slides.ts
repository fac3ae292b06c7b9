/** Specification, section 9. */
export const CAROUSEL_DEFAULTS = { intervalMs: 5000, wrap: true, keyboard: true, pauseOnHover: true } as const;

/** The index, from 0, of the slide `step` further; at the ends it wraps or stays. */
export function slideAfter(current: number, step: number, count: number, wrap: boolean): number {
  if (count === 0) return 0;
  const next = current + step;
  return wrap ? ((next % count) + count) % count : Math.min(Math.max(next, 0), count - 1);
}
