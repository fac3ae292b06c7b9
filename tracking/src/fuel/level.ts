import type { Level } from './tank-state.ts';

/** The middle of some levels, litres; 0 of none. */
export function middle(levels: readonly Level[]): number {
  const ordered = levels.map(([, litres]) => litres).toSorted((a, b) => a - b);
  const half = Math.floor(ordered.length / 2);
  const upper = ordered[half] ?? 0;
  return ordered.length % 2 === 1 ? upper : (upper + (ordered[half - 1] ?? upper)) / 2;
}

/** The newest levels that agree with the last three, within so many litres: a level that holds, not one on its way. */
export function steadyEnd(levels: readonly Level[], withinL: number): Level[] {
  const now = middle(levels.slice(-3));
  const first = levels.findLastIndex(([, litres]) => Math.abs(litres - now) > withinL);
  const end = levels.slice(first + 1);
  // The last one may be a spike.
  return end.length > 0 ? end : levels.slice(-3);
}

/** Adds a level, of which the newest `most` stay. */
export function keep(levels: Level[], level: Level, most: number): void {
  levels.push(level);
  if (levels.length > most) levels.shift();
}
