import 'dayjs/locale/ar';
import 'dayjs/locale/hi';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../live/use-today.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { checkLimits, readDate } from './calendar-date.ts';
import classes from './date-picker.module.css';
import { DATE_PICKER_DEFAULTS as defaults, type Navigation, type OutsideDays, yearRange } from './defaults.ts';

/** The appearance and range of a calendar; each property has the specification's default. */
export interface CalendarOptions {
  /** The first and the last selectable day, `YYYY-MM-DD`; an invalid date sets no limit. */
  minDate?: string | undefined;
  maxDate?: string | undefined;
  /** The number of months side by side. */
  months?: number | undefined;
  /** 0 is Sunday, 1 Monday, 6 Saturday. */
  firstDayOfWeek?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined;
  navigation?: Navigation | undefined;
  outsideDays?: OutsideDays | undefined;
  showWeekdays?: boolean | undefined;
  showWeekNumbers?: boolean | undefined;
}

/**
 * The properties that every calendar passes to Mantine's. `chosen` is the day whose month is shown first; `fault`
 * states that the maximum is earlier than the minimum.
 */
export function useCalendar(options: CalendarOptions, chosen: string | null) {
  const { t } = useTranslation();
  const { minDate = '', maxDate = '', navigation = defaults.navigation } = options;
  const today = useToday();
  const [shown, setShown] = useState<string | null>(null);
  const min = readDate(minDate);
  const max = readDate(maxDate);
  const date = clampText(shown ?? chosen ?? today, min && minDate, max && maxDate);
  return {
    fault: areLimits(min, max) ? null : t('widget.date.limits'),
    /** Returns to the month of the chosen day. */
    restart: () => setShown(null),
    /** For a DatesProvider around the calendar: names in the person's language, six weeks in every month. */
    settings: { locale: formatSettings().language, consistentWeeks: true },
    calendar: {
      date,
      onDateChange: setShown,
      minDate: min ? minDate : undefined,
      maxDate: max ? maxDate : undefined,
      numberOfColumns: options.months ?? defaults.months,
      columnsToScroll: 1,
      firstDayOfWeek: options.firstDayOfWeek ?? defaults.firstDayOfWeek,
      hideOutsideDates: (options.outsideDays ?? defaults.outsideDays) === 'hidden',
      hideWeekdays: !(options.showWeekdays ?? defaults.showWeekdays),
      withWeekNumbers: options.showWeekNumbers ?? defaults.showWeekNumbers,
      maxLevel: 'month',
      withNativeLevelSelect: navigation === 'select',
      yearsSelectRange: yearRange(Number(date.slice(0, 4)), min?.year, max?.year),
      highlightToday: true,
      // Mantine uses the browser's time zone for its own.
      getDayProps: (day: string) => ({ 'data-today': day === today || undefined }),
      classNames: {
        day: classes['day'] ?? '',
        calendarHeaderSelect: classes['select'] ?? '',
        calendarHeaderControl: (navigation === 'none' && classes['gone']) || '',
      },
      ariaLabels: {
        previousMonth: t('widget.date.previous'),
        nextMonth: t('widget.date.next'),
        monthLevelControl: t('widget.date.month'),
      },
    },
  } as const;
}

function areLimits(...[min, max]: Parameters<typeof checkLimits>): boolean {
  try {
    checkLimits(min, max);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Texts in the form `YYYY-MM-DD` sort like the days. */
function clampText(day: string, min: string | null, max: string | null): string {
  if (min !== null && day < min) return min;
  return max !== null && day > max ? max : day;
}
