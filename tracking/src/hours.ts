import { localDay, offsetMs, withinHours, type WeeklyHours } from './local-day.ts';

/** Hours come again every week: whoever finds none in eight days finds none at all. */
const MOST_DAYS = 8;

/**
 * The first moment of a span, both ends included, that lies in all of some weekly hours of a zone; null where none does.
 * Hours that are null hold always. Times are epoch milliseconds.
 */
export function firstWithin(
  hours: readonly (WeeklyHours | null)[],
  zone: string,
  from: number,
  to: number,
): number | null {
  let at = from;
  const latest = Math.min(to, from + MOST_DAYS * 86_400_000);
  while (at <= latest) {
    const closed = hours.find((each) => each !== null && !withinHours(each, zone, at));
    if (!closed) return at;
    at = nextOpening(closed, zone, at);
  }
  return null;
}

/** When the next span of weekly hours begins after a moment that is in none; infinite where there are no hours. */
function nextOpening(hours: WeeklyHours, zone: string, after: number): number {
  let { startMs, endMs } = localDay(zone, after);
  for (let days = 0; days <= MOST_DAYS; days += 1) {
    // 1970-01-01 was a Thursday, the fourth day of a week that begins on Monday.
    const weekday = (Math.floor((startMs + offsetMs(zone, startMs)) / 86_400_000) + 3 + 7) % 7;
    const openings = (hours[weekday] ?? [])
      .map(({ fromMin }) => atMinute(zone, startMs, fromMin))
      .filter((ms) => ms > after && withinHours(hours, zone, ms));
    if (openings.length > 0) return Math.min(...openings);
    ({ startMs, endMs } = localDay(zone, endMs));
  }
  return Infinity;
}

/** When the clocks of a zone show so many minutes after midnight, on the day that begins at a moment. */
function atMinute(zone: string, startMs: number, minute: number): number {
  const guess = startMs + minute * 60_000;
  return guess + offsetMs(zone, startMs) - offsetMs(zone, guess);
}
