import { wallClock } from '../ui/export/wall-clock.ts';
import { formatSettings } from './format-settings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The day of a moment, `YYYY-MM-DD`. Days are those of the organisation by default, because every daily figure is cut
 * at its midnight (docs/decisions/0021-whose-day-it-is.md).
 */
export const dayOf = (ms: number, zone: string = formatSettings().dayZone): string =>
  wallClock(new Date(ms), zone).slice(0, 10);

/**
 * The begin of a day (`YYYY-MM-DD`) in the zone, epoch milliseconds: midnight, or the first moment after it if a clock
 * change skips midnight.
 */
export function startOfDay(day: string, zone: string = formatSettings().dayZone): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Searches for the first moment on this day or later. Zones are at most 14 hours off UTC.
  let [before, at] = [utc - 15 * HOUR_MS, utc + 15 * HOUR_MS];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (dayOf(middle, zone) >= day) at = middle;
    else before = middle;
  }
  return at;
}

/** The day this many days later, or earlier; calendar days, whatever their number of hours. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A day's first moment and the first moment after it, epoch milliseconds: 23 to 25 hours apart. */
export const spanOfDay = (day: string, zone?: string): { from: number; to: number } => ({
  from: startOfDay(day, zone),
  to: startOfDay(addDays(day, 1), zone),
});

const asUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);

/**
 * The moment of another day with the same local time as `ms`, epoch milliseconds, in whole seconds. For a time that
 * occurs twice, the first; a skipped time is moved later by the length of the gap.
 */
export function sameTimeOn(day: string, ms: number, zone: string = formatSettings().dayZone): number {
  const clock = (at: number) => wallClock(new Date(at), zone);
  const wanted = `${day}${clock(ms).slice(10)}`;
  const { from, to } = spanOfDay(day, zone);
  const by = (edge: number) => asUtc(wanted) - (asUtc(clock(edge)) - edge);
  const early = by(from);
  const found = [early, by(to - 1000)].filter((at) => clock(at) === wanted);
  return found.length > 0 ? Math.min(...found) : early;
}

/** True if a text is a calendar day, `YYYY-MM-DD`. */
export function isDay(text: string | null): text is string {
  const ms = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}
