import { wallClock } from '../../ui/export/wall-clock.ts';

const DAY_MS = 86_400_000;
/** Clocks change at whole quarters of an hour. */
const QUARTER_MS = 900_000;

/** The UTC offset of a zone, milliseconds. */
const aheadBy = (ms: number, zone: string) =>
  Date.parse(`${wallClock(new Date(ms), zone).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;

/**
 * Moves moments by calendar days, keeping the local time of the zone: over a day of 23 or 25 hours by an hour less or
 * more. A time that a clock change skips is moved as if it had not been skipped.
 */
export function dayShifter(days: number, zone: string): (ms: number) => number {
  const known = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    let shift = known.get(quarter);
    if (shift === undefined) {
      const ahead = aheadBy(ms, zone);
      const there = ms + days * DAY_MS;
      // Near a clock change the first estimate can be on the other side of it.
      const estimate = there + ahead - aheadBy(there, zone);
      shift = there + ahead - aheadBy(estimate, zone) - ms;
      known.set(quarter, shift);
    }
    return ms + shift;
  };
}
