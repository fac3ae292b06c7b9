import { CALENDAR_KINDS, type CalendarKind } from '@milepost/contract/calendar-kinds';
import { addDays, isDay } from '../../../text/local-day.ts';
import { DATE_PICKER_DEFAULTS } from '../../../ui/date-picker/defaults.ts';

export const VIEWS = ['month', 'week', 'list'] as const;
export type CalendarView = (typeof VIEWS)[number];

const WEEKS_OF_MONTH = 6;
const DAYS_OF_WEEK = 7;
/** The length of the list: enough for any month. */
const DAYS_OF_LIST = 31;

export interface CalendarState {
  view: CalendarView;
  /** A day within the visible days; for the list, the first. */
  day: string;
  /** The hidden kinds. */
  without: readonly CalendarKind[];
}

/** Reads the address; the defaults are today and all kinds. */
export function readState(params: URLSearchParams, today: string, phone: boolean): CalendarState {
  const day = params.get('day');
  const without = new Set(params.get('without')?.split(','));
  return {
    view: VIEWS.find((one) => one === params.get('view')) ?? (phone ? 'list' : 'month'),
    day: isDay(day) && day >= '1901-01-01' && day <= '2998-12-31' ? day : today,
    without: CALENDAR_KINDS.filter((kind) => without.has(kind)),
  };
}

/** The first visible day, and the number of days. */
export function shownDays({ view, day }: Pick<CalendarState, 'view' | 'day'>): { from: string; days: number } {
  if (view === 'list') return { from: day, days: DAYS_OF_LIST };
  if (view === 'week') return { from: startOfWeek(day), days: DAYS_OF_WEEK };
  return { from: startOfWeek(`${day.slice(0, 7)}-01`), days: WEEKS_OF_MONTH * DAYS_OF_WEEK };
}

/** A day within the previous (-1) or next (1) period. */
export function stepFrom({ view, day }: Pick<CalendarState, 'view' | 'day'>, step: -1 | 1): string {
  if (view === 'week') return addDays(day, step * DAYS_OF_WEEK);
  if (view === 'list') return addDays(day, step * DAYS_OF_LIST);
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + step);
  return month.toISOString().slice(0, 10);
}

function startOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday - DATE_PICKER_DEFAULTS.firstDayOfWeek + DAYS_OF_WEEK) % DAYS_OF_WEEK));
}
