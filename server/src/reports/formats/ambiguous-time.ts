import { offsetMs } from '@milepost/tracking/local-day';

const HOUR_MS = 3_600_000;
/** No clock is set back by more than this. */
const MAX_MS = 3 * HOUR_MS;

/**
 * The offset that distinguishes a local time which occurs twice because the clock is set back: "UTC+2"; null for all
 * other times.
 */
export function offsetIfAmbiguous(timeZone: string, ms: number): string | null {
  if (Number.isNaN(ms)) return null;
  const own = offsetMs(timeZone, ms);
  const isAmbiguous = [ms - MAX_MS, ms + MAX_MS].some((around) => {
    const other = offsetMs(timeZone, around);
    return other !== own && offsetMs(timeZone, ms + own - other) === other;
  });
  if (!isAmbiguous) return null;
  const minutes = Math.round(Math.abs(own) / 60_000);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${own < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`;
}
