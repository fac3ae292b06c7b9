import { isolate } from '../../../text/isolate.ts';
import { toClock } from '../../../ui/weekly-hours/hours.ts';

const DAY_MIN = 1440;

/** Seconds of the organisation's local time as a clock time: "08:30"; on a later day "00:30 +1". */
export function secondClock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / DAY_MIN);
  return isolate(days > 0 ? `${toClock(minutes)} +${days}` : toClock(minutes));
}
