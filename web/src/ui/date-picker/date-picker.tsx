import { Alert } from '@mantine/core';
import { DatePicker as MantineDatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../live/use-today.ts';
import { checkLimits, readDate } from './calendar-date.ts';
import classes from './date-picker.module.css';
import { DATE_PICKER_DEFAULTS as defaults, type Navigation, type OutsideDays, yearRange } from './defaults.ts';

interface Props {
  /** `YYYY-MM-DD`; null while nothing is chosen. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The first and the last day that can be chosen, `YYYY-MM-DD`; what is no date sets no limit. */
  minDate?: string;
  maxDate?: string;
  /** How many months are side by side. */
  months?: number;
  /** 0 is Sunday, 1 Monday, 6 Saturday. */
  firstDayOfWeek?: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  navigation?: Navigation;
  outsideDays?: OutsideDays;
  showWeekdays?: boolean;
  showWeekNumbers?: boolean;
}

/** A calendar from which to choose a day. Says what is wrong instead when its maximum is earlier than its minimum. */
export function DatePicker(props: Props) {
  const { t } = useTranslation();
  const { value, onChange, minDate = '', maxDate = '' } = props;
  const { months = defaults.months, firstDayOfWeek = defaults.firstDayOfWeek } = props;
  const { navigation = defaults.navigation, outsideDays = defaults.outsideDays } = props;
  const { showWeekdays = defaults.showWeekdays, showWeekNumbers = defaults.showWeekNumbers } = props;
  const min = readDate(minDate);
  const max = readDate(maxDate);
  const today = useToday();
  const [shown, setShown] = useState(value ?? today);
  try {
    checkLimits(min, max);
  } catch (error) {
    return <Alert color="red">{error instanceof RangeError ? t('widget.date.limits') : String(error)}</Alert>;
  }
  const within = clampText(shown, min && minDate, max && maxDate);
  return (
    <DatesProvider settings={{ consistentWeeks: true }}>
      <MantineDatePicker
        value={value}
        onChange={onChange}
        date={within}
        onDateChange={setShown}
        minDate={min ? minDate : undefined}
        maxDate={max ? maxDate : undefined}
        numberOfColumns={months}
        columnsToScroll={1}
        firstDayOfWeek={firstDayOfWeek}
        hideOutsideDates={outsideDays === 'hidden'}
        hideWeekdays={!showWeekdays}
        withWeekNumbers={showWeekNumbers}
        maxLevel="month"
        withNativeLevelSelect={navigation === 'select'}
        yearsSelectRange={yearRange(Number(within.slice(0, 4)), min?.year, max?.year)}
        highlightToday
        // Mantine's own is the browser's.
        getDayProps={(day) => ({ 'data-today': day === today || undefined })}
        size="sm"
        className={classes.picker}
        classNames={{ day: classes.day ?? '' }}
        data-navigation={navigation}
        ariaLabels={{
          previousMonth: t('widget.date.previous'),
          nextMonth: t('widget.date.next'),
          monthLevelControl: t('widget.date.month'),
        }}
      />
    </DatesProvider>
  );
}

/** Texts `YYYY-MM-DD` sort like the days they name. */
function clampText(day: string, min: string | null, max: string | null): string {
  if (min !== null && day < min) return min;
  return max !== null && day > max ? max : day;
}
