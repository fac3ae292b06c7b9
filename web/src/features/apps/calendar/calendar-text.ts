import type { CalendarEntry } from '@milepost/contract/calendar-operations';
import type { TFunction } from 'i18next';
import { formatSettings, localeOf } from '../../../text/format-settings.ts';
import { isolate } from '../../../text/isolate.ts';
import { addDays } from '../../../text/local-day.ts';
import type { CalendarState } from './calendar-state.ts';
import { shownDays } from './calendar-state.ts';

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(formatSettings().language), { ...options, timeZone: 'UTC' });
const moment = (day: string) => new Date(`${day}T00:00:00Z`);

/** "May 2026", or the first and last visible days. */
export function stretchText(state: CalendarState): string {
  if (state.view === 'month') return inUtc({ month: 'long', year: 'numeric' }).format(moment(state.day));
  const { from, days } = shownDays(state);
  const day = inUtc({ day: 'numeric', month: 'short', year: 'numeric' });
  return day.formatRange(moment(from), moment(addDays(from, days - 1)));
}

/** "Mon". */
export const weekdayText = (day: string) => inUtc({ weekday: 'short' }).format(moment(day));
/** "Monday, 4 May". */
export const longDayText = (day: string) =>
  isolate(inUtc({ weekday: 'long', day: 'numeric', month: 'long' }).format(moment(day)));

/** The begin of an entry in the organisation's time zone; empty for a whole day. */
export function timeText({ from }: CalendarEntry, timeZone: string): string {
  if (from === null) return '';
  const format = new Intl.DateTimeFormat(localeOf(formatSettings().language), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return format.format(new Date(from));
}

/** "Insurance · SBA 1234". */
export function entryText(t: TFunction, { kind, about, of }: CalendarEntry): string {
  if (kind === 'task') return about;
  const what =
    kind === 'document' ? t(`documents.kind.${about}`) : kind === 'recurring' ? t(`expenses.kind.${about}`) : about;
  return (kind === 'assignment' ? [of, what] : [what, of]).filter((part) => part !== '').join(' · ');
}
