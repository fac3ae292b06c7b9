import { DatePicker } from '@mantine/dates';
import { enteredDayText, readEnteredDay } from '../../text/read-day.ts';
import { DayEntry, type DayFieldProps } from './day-entry.tsx';
import { useDateInput } from './use-date-input.ts';

const oneDay = (pattern: string) => pattern;

/** A field for a day, `YYYY-MM-DD` or null: typed, or chosen from the calendar that opens below it. */
export function DateField(props: DayFieldProps<string | null>) {
  const { value, minDate, maxDate, labelHidden = false, clearable = false, ...rest } = props;
  const { rule, calendar, entry } = useDateInput({ minDate, maxDate }, value);
  return (
    <DayEntry<string | null>
      {...rest}
      {...entry}
      labelHidden={labelHidden}
      clearable={clearable}
      resting={value === null ? '' : enteredDayText(value.slice(0, 10))}
      empty={null}
      read={(text) => readEnteredDay(text, rule)}
      write={(day) => (day === null ? '' : enteredDayText(day))}
      formatOf={oneDay}
      renderCalendar={(choose) => <DatePicker {...calendar} size="sm" value={value} onChange={choose} />}
    />
  );
}
