import { formatSettings, localeOf } from './format-settings.ts';

/** A number of days from today as text: "in 5 days", "tomorrow", "today", "3 days ago". */
export const daysText = (days: number): string =>
  new Intl.RelativeTimeFormat(localeOf(formatSettings().language), { numeric: 'auto' }).format(days, 'day');

/** "14 days". */
export const dayCount = (days: number): string =>
  new Intl.NumberFormat(localeOf(formatSettings().language), {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
  }).format(days);
