import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatSettings } from '../../text/format-settings.ts';
import { dayOf, startOfDay } from '../../text/local-day.ts';
import { momentAt, timeAt } from '../time-picker/moment-time.ts';
import { TimePicker } from '../time-picker/time-picker.tsx';
import { DateField } from './date-field.tsx';

interface Props {
  label: string;
  /** The label of the time beside the day. */
  timeLabel: string;
  /** ISO 8601; null if it is left open. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The meaning of an open value; if omitted, the field cannot be left open. */
  open?: string;
  error?: ReactNode;
}

/** A day and a time in the person's time zone. */
export function MomentInput({ label, timeLabel, value, onChange, open, error }: Props) {
  const { timeZone } = formatSettings();
  const ms = value === null ? null : Date.parse(value);
  const put = (moment: number) => onChange(new Date(moment).toISOString());
  function putDay(day: string | null) {
    if (day === null) onChange(null);
    else
      put(
        ms === null ? startOfDay(day, timeZone) : momentAt(startOfDay(day, timeZone), timeAt(ms, timeZone), timeZone),
      );
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <DateField
        label={label}
        value={ms === null ? null : dayOf(ms, timeZone)}
        onChange={putDay}
        clearable={open !== undefined}
        placeholder={open ?? ''}
        error={error}
        flex={1}
      />
      {ms !== null && (
        <TimePicker
          label={`${label}: ${timeLabel}`}
          spinners={false}
          value={timeAt(ms, timeZone)}
          onChange={(time) => put(momentAt(ms, time, timeZone))}
        />
      )}
    </Group>
  );
}
