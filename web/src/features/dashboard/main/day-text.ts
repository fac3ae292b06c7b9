import { formatSettings, localeOf } from '../../../text/format-settings.ts';

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(formatSettings().language), { ...options, timeZone: 'UTC' });
const moment = (day: string) => new Date(`${day}T00:00:00Z`);

/** "14 Nov" for a day `YYYY-MM-DD`. */
export const formatShortDay = (day: string) => inUtc({ day: 'numeric', month: 'short' }).format(moment(day));

/** "Friday". */
export const formatWeekday = (day: string) => inUtc({ weekday: 'long' }).format(moment(day));

/** "Fri 20 November 2026", or "14 – 20 Nov 2026". */
export function formatRange(from: string, to: string): string {
  if (from === to)
    return inUtc({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }).format(moment(from));
  return inUtc({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(moment(from), moment(to));
}
