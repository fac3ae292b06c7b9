import { localDay } from '@milepost/tracking/local-day';
import type { TrackState } from '@milepost/tracking/track-state';

const HALF_DAY_MS = 43_200_000;

/**
 * Lets the open day of a state end where its date ends in the zone of now. Days have the bounds of the zone in which they
 * began; after a change of the zone the next day would else begin inside one, or be the same date once more and replace
 * its totals. The day of the change is longer or shorter, and every moment is in one day.
 */
export function fitDays(state: TrackState, timeZone: string): void {
  const open = state.days.at(-1);
  if (!open || localDay(timeZone, open.end).startMs === open.end) return;
  open.end = Math.max(endOf(open.day, timeZone), (state.time ?? 0) + 1);
}

/** When a date (`2026-03-29`) ends in a zone. */
function endOf(day: string, timeZone: string): number {
  let local = localDay(timeZone, Date.parse(day) + HALF_DAY_MS);
  // Noon in Greenwich is the next date where clocks are more than twelve hours ahead.
  while (local.day > day) local = localDay(timeZone, local.startMs - 1);
  while (local.day < day) local = localDay(timeZone, local.endMs);
  return local.endMs;
}
