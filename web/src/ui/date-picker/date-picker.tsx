import { DatePicker as MantineDatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { Alert } from '../alert/alert.tsx';
import classes from './date-picker.module.css';
import { type CalendarOptions, useCalendar } from './use-calendar.ts';

interface Props extends CalendarOptions {
  /** `YYYY-MM-DD`; null if none is chosen. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A calendar in which to choose a day. Shows an error instead if its maximum is earlier than its minimum. */
export function DatePicker({ value, onChange, ...options }: Props) {
  const { fault, settings, calendar } = useCalendar(options, value);
  if (fault !== null) {
    return (
      <Alert type="danger" dismissible={false}>
        {fault}
      </Alert>
    );
  }
  return (
    <DatesProvider settings={settings}>
      <MantineDatePicker {...calendar} value={value} onChange={onChange} size="sm" className={classes['picker']} />
    </DatesProvider>
  );
}
