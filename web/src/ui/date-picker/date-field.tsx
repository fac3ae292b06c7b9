import { DatePickerInput, type DatePickerInputProps, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import hiddenText from '../hidden-text/hidden-text.module.css';
import { useDateInput } from './use-date-input.tsx';

/** What our fields for days say themselves, or say otherwise than Mantine's. */
type Own = 'type' | 'label' | 'value' | 'onChange' | 'onClick' | 'minDate' | 'maxDate' | 'date';

export interface DateInputProps<Type extends 'default' | 'range', Value> extends Omit<DatePickerInputProps<Type>, Own> {
  label: string;
  /** Says the label to screen readers alone. */
  labelHidden?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  /** The first and the last day that can be chosen, `YYYY-MM-DD`. */
  minDate?: string;
  maxDate?: string;
}

/** How a field for days says what it is for. */
export const labelOf = ({ label, labelHidden }: { label: string; labelHidden?: boolean }) =>
  // A label of its own: `aria-label` would take the place of the days that the field shows.
  ({ label, ...(labelHidden && { labelProps: { className: hiddenText['hidden'] } }) });

/** A field for a day, `YYYY-MM-DD` or null: the calendar of the date picker opens below it. */
export function DateField({ label, labelHidden = false, ...props }: DateInputProps<'default', string | null>) {
  const { settings, input } = useDateInput(props, props.value);
  return (
    <DatesProvider settings={settings}>
      <DatePickerInput {...input} {...labelOf({ label, labelHidden })} {...props} error={input.error ?? props.error} />
    </DatesProvider>
  );
}
