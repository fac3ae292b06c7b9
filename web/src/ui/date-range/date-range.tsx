import { DatePickerInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../live/use-today.ts';
import { type DateInputProps, labelOf } from '../date-picker/date-field.tsx';
import { useDateInput } from '../date-picker/use-date-input.tsx';
import { rangePresets } from './presets.ts';

/** First and last day, `YYYY-MM-DD`; null where none is chosen yet. */
export type DateRangeValue = [string | null, string | null];

/** A field for the days from one to another, with the ranges people ask for most. */
export function DateRange({ label, labelHidden = false, ...props }: DateInputProps<'range', DateRangeValue>) {
  const { t } = useTranslation();
  const today = useToday();
  const { settings, input } = useDateInput(props, props.value[0]);
  return (
    <DatesProvider settings={settings}>
      <DatePickerInput
        {...input}
        {...labelOf({ label, labelHidden })}
        type="range"
        allowSingleDateInRange
        presets={rangePresets(today).map(({ name, range }) => ({ value: range, label: t(`forms.range.${name}`) }))}
        placeholder={t('forms.range.placeholder')}
        {...props}
        error={input.error ?? props.error}
      />
    </DatesProvider>
  );
}
