import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../live/use-today.ts';
import dates from '../date-picker/date-picker.module.css';
import { DATE_PICKER_DEFAULTS } from '../date-picker/defaults.ts';
import { rangePresets } from './presets.ts';

/** First and last day, `YYYY-MM-DD`; null where none is chosen yet. */
export type DateRangeValue = [string | null, string | null];

interface Props extends Omit<DatePickerInputProps<'range'>, 'type' | 'value' | 'onChange' | 'label'> {
  label: string;
  value: DateRangeValue;
  onChange: (value: DateRangeValue) => void;
}

/** A field for the days from one to another, with the ranges people ask for most. */
export function DateRange({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation();
  const today = useToday();
  return (
    <DatePickerInput
      type="range"
      value={value}
      defaultDate={today}
      onChange={onChange}
      firstDayOfWeek={DATE_PICKER_DEFAULTS.firstDayOfWeek}
      allowSingleDateInRange
      valueFormat="D MMM YYYY"
      presets={rangePresets(today).map(({ name, range }) => ({ value: range, label: t(`forms.range.${name}`) }))}
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      leftSectionPointerEvents="none"
      placeholder={t('forms.range.placeholder')}
      clearButtonProps={{ 'aria-label': t('forms.clear') }}
      ariaLabels={{ previousMonth: t('widget.date.previous'), nextMonth: t('widget.date.next') }}
      classNames={{ day: dates.day ?? '' }}
      // Mantine would name the calendar by an element that is not there.
      popoverProps={{ withRoles: false }}
      {...rest}
    />
  );
}
