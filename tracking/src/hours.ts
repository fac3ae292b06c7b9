import { localDay, offsetMs, weekdayOf, withinHours, type WeeklyHours } from './local-day.ts';

/** Hours repeat every week, so eight days are enough to search. */
const MAX_DAYS = 8;

/**
 * Returns the first moment of a span, both ends included, that lies within all the given weekly hours of a zone, or
 * null. Null hours always apply. Times are epoch milliseconds.
 */
export function firstWithin(
  hours: readonly (WeeklyHours | null)[],
  zone: string,
  from: number,
  to: number,
): number | null {
  let at = from;
  const latest = Math.min(to, from + MAX_DAYS * 86_400_000);
  while (at <= latest) {
    const closed = hours.find((each) => each !== null && !withinHours(each, zone, at));
    if (!closed) return at;
    at = nextOpening(closed, zone, at);
  }
  return null;
}

/** Returns the next beginning of weekly hours after a moment outside them; infinite when there are no hours. */
function nextOpening(hours: WeeklyHours, zone: string, after: number): number {
  let { startMs, endMs } = localDay(zone, after);
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    const openings = (hours[weekdayOf(zone, startMs)] ?? [])
      .map(({ fromMin }) => atMinute(zone, startMs, fromMin))
      .filter((ms) => ms > after && withinHours(hours, zone, ms));
    if (openings.length > 0) return Math.min(...openings);
    ({ startMs, endMs } = localDay(zone, endMs));
  }
  return Infinity;
}

/** Returns when a zone's clocks show this many minutes after midnight, on the day that begins at a moment. */
export function atMinute(zone: string, startMs: number, minute: number): number {
  const estimate = startMs + minute * 60_000;
  return estimate + offsetMs(zone, startMs) - offsetMs(zone, estimate);
}
