import { addDays, isDay } from '../../../../text/local-day.ts';
import { DATE_PICKER_DEFAULTS } from '../../../../ui/date-picker/defaults.ts';

export const RUN_VIEWS = ['week', 'month'] as const;
export type RunView = (typeof RUN_VIEWS)[number];

const DAYS_OF_WEEK = 7;
const WEEKS_OF_MONTH = 6;

export interface RunsState {
  view: RunView;
  /** A day within the visible days. */
  day: string;
  routeId: number | undefined;
}

/** Reads the address; the default is this week. */
export function readRunsState(params: URLSearchParams, today: string): RunsState {
  const day = params.get('day');
  return {
    view: RUN_VIEWS.find((one) => one === params.get('view')) ?? 'week',
    day: isDay(day) && day >= '1971-01-01' && day <= '2998-12-31' ? day : today,
    routeId: Number(params.get('route')) || undefined,
  };
}

/** The visible days, whole weeks. */
export function runDaysShown({ view, day }: RunsState): string[] {
  const first = startOfWeek(view === 'week' ? day : `${day.slice(0, 7)}-01`);
  const number = view === 'week' ? DAYS_OF_WEEK : WEEKS_OF_MONTH * DAYS_OF_WEEK;
  return Array.from({ length: number }, (_day, index) => addDays(first, index));
}

/** A day within the previous (-1) or next (1) week or month. */
export function runsStep({ view, day }: RunsState, step: -1 | 1): string {
  if (view === 'week') return addDays(day, step * DAYS_OF_WEEK);
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + step);
  return month.toISOString().slice(0, 10);
}

function startOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday - DATE_PICKER_DEFAULTS.firstDayOfWeek + DAYS_OF_WEEK) % DAYS_OF_WEEK));
}
