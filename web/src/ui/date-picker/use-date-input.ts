import { useToday } from '../../live/use-today.ts';
import { type CalendarOptions, useCalendar } from './use-calendar.ts';

/** The common part of every field for days; `chosen` is the day whose month its calendar shows first. */
export function useDateInput({ minDate, maxDate }: CalendarOptions, chosen: string | null) {
  const today = useToday();
  const { fault, restart, settings, calendar } = useCalendar({ minDate, maxDate }, chosen);
  return {
    today,
    rule: { min: calendar.minDate, max: calendar.maxDate, today },
    calendar,
    entry: { settings, limits: fault, onOpened: restart },
  } as const;
}
