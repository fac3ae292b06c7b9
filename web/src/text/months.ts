import { formatSettings, localeOf } from './format-settings.ts';
import { isolate } from './isolate.ts';

/** The month of a day, as its first day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first day of the month this many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
}

/** "November 2026". */
export const formatMonth = (month: string): string =>
  isolate(
    new Intl.DateTimeFormat(localeOf(formatSettings().language), {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${month}T00:00:00Z`)),
  );
