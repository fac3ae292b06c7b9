import { DatePickerInput, type DatePickerInputProps, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useDateInput } from './use-date-input.tsx';

/** What our fields for days say themselves, or say otherwise than Mantine's. */
type Own = 'type' | 'label' | 'value' | 'onChange' | 'onClick' | 'minDate' | 'maxDate' | 'date';

export interface DateInputProps<Type extends 'default' | 'range', Value> extends Omit<DatePickerInputProps<Type>, Own> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** The first and the last day that can be chosen, `YYYY-MM-DD`. */
  minDate?: string;
  maxDate?: string;
}

/** A field for a day, `YYYY-MM-DD` or null: the calendar of the date picker opens below it. */
export function DateField(props: DateInputProps<'default', string | null>) {
  const { settings, input } = useDateInput(props, props.value);
  return (
    <DatesProvider settings={settings}>
      <DatePickerInput {...input} {...props} error={input.error ?? props.error} />
    </DatesProvider>
  );
}
