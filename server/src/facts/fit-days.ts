import { localDay } from '@milepost/tracking/local-day';
import type { TrackState } from '@milepost/tracking/track-state';

const HALF_DAY_MS = 43_200_000;

/**
 * Ends the open day of a state where its date ends in the current time zone. A day keeps the bounds of the zone in
 * which it began; after a change of zone, the next day would otherwise overlap it, or repeat its date and replace its
 * totals. The day of the change is longer or shorter, and every moment belongs to exactly one day.
 */
export function fitDays(state: TrackState, timeZone: string): void {
  const open = state.days.at(-1);
  if (!open || localDay(timeZone, open.end).startMs === open.end) return;
  open.end = Math.max(endOf(open.day, timeZone), (state.time ?? 0) + 1);
}

/** The end of a date (`2026-03-29`) in a zone. */
function endOf(day: string, timeZone: string): number {
  let local = localDay(timeZone, Date.parse(day) + HALF_DAY_MS);
  // Noon in Greenwich is already the next date where clocks are more than twelve hours ahead.
  while (local.day > day) local = localDay(timeZone, local.startMs - 1);
  while (local.day < day) local = localDay(timeZone, local.endMs);
  return local.endMs;
}
