import { wallClock } from '../../ui/export/wall-clock.ts';

const DAY_MS = 86_400_000;
/** Clocks change at whole quarters of an hour. */
const QUARTER_MS = 900_000;

/** By how much the clock of a zone is ahead of UTC, milliseconds. */
const aheadBy = (ms: number, zone: string) =>
  Date.parse(`${wallClock(new Date(ms), zone).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;

/**
 * Moves moments by days of the calendar, so that the clock of the zone shows the same: over a day of 23 or 25 hours by
 * an hour less or more. A time that the clock leaps over is moved as if it had not leapt.
 */
export function dayShifter(days: number, zone: string): (ms: number) => number {
  const known = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    let shift = known.get(quarter);
    if (shift === undefined) {
      const ahead = aheadBy(ms, zone);
      const there = ms + days * DAY_MS;
      // Near a change of the clock the first guess may lie on the other side of it.
      const estimate = there + ahead - aheadBy(there, zone);
      shift = there + ahead - aheadBy(estimate, zone) - ms;
      known.set(quarter, shift);
    }
    return ms + shift;
  };
}
