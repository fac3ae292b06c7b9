import { useDirection } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enteredDayText, readEnteredDays } from '../../text/read-day.ts';
import { DayEntry, type DayFieldProps } from '../date-picker/day-entry.tsx';
import { useDateInput } from '../date-picker/use-date-input.ts';
import { rangePresets } from './presets.ts';

/** The first and the last day, `YYYY-MM-DD`; null if not chosen yet. */
export type DateRangeValue = [string | null, string | null];

/** A field without letters reads from left to right, which would put the last of two numeric days first. */
const RIGHT_TO_LEFT_MARK = '\u200f';

const NO_DAYS: DateRangeValue = [null, null];
const twoDays = (first: string, last = first) => `${first} – ${last}`;

/** A field for a range of days, typed or chosen, with the most common ranges. */
export function DateRange(props: DayFieldProps<DateRangeValue>) {
  const { value, minDate, maxDate, labelHidden = false, clearable = false, placeholder, ...rest } = props;
  const { t } = useTranslation();
  const { dir } = useDirection();
  const { today, rule, calendar, entry } = useDateInput({ minDate, maxDate }, value[0]);
  // Set between the choice of the first day and that of the last.
  const [chosen, setChosen] = useState<DateRangeValue | null>(null);
  const [from, until] = value;
  const presets = rangePresets(today).map(({ name, range }) => ({ value: range, label: t(`forms.range.${name}`) }));
  const mark = dir === 'rtl' ? RIGHT_TO_LEFT_MARK : '';
  return (
    <DayEntry<DateRangeValue>
      {...rest}
      {...entry}
      onOpened={() => {
        setChosen(null);
        entry.onOpened();
      }}
      labelHidden={labelHidden}
      clearable={clearable}
      placeholder={placeholder ?? t('forms.range.placeholder')}
      resting={from === null ? '' : `${mark}${enteredDayText(from)} – ${until === null ? '' : enteredDayText(until)}`}
      empty={NO_DAYS}
      read={(text) => {
        // "Yesterday" can be typed as well as chosen.
        const preset = presets.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase())?.value;
        return readEnteredDays(preset ? twoDays(...preset) : text, { ...rule, first: from });
      }}
      write={([first, last]) =>
        first === null || last === null
          ? ''
          : `${mark}${first === last ? enteredDayText(first) : twoDays(enteredDayText(first), enteredDayText(last))}`
      }
      formatOf={twoDays}
      renderCalendar={(choose) => (
        <DatePicker
          {...calendar}
          size="sm"
          type="range"
          allowSingleDateInRange
          presets={presets}
          value={chosen ?? value}
          onChange={(next) => {
            if (next[0] !== null && next[1] !== null) choose(next);
            else setChosen(next);
          }}
        />
      )}
    />
  );
}
