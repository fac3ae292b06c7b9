import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { ActionIcon, Checkbox, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TimePicker } from '../time-picker/time-picker.tsx';
import classes from './hours-field.module.css';
import { nextSpan, timeOf, withSpan, withTime } from './hours.ts';
import { dayName } from './hours-text.ts';

interface Props {
  value: WeeklyHours;
  onChange: (hours: WeeklyHours) => void;
  /** Whose hours, for screen readers. */
  label: string;
}

const MOST_SPANS = 6;

/** Hours of a week, day by day. */
export function HoursField({ value, onChange, label }: Props) {
  const { t } = useTranslation();
  return (
    <Stack gap={4} role="group" aria-label={label}>
      {value.map((spans, day) => (
        <div key={day} className={classes['day']}>
          <Checkbox
            size="sm"
            label={dayName(day)}
            checked={spans.length > 0}
            onChange={({ currentTarget }) =>
              onChange(value.map((old, other) => (other === day ? (currentTarget.checked ? [nextSpan([])] : []) : old)))
            }
          />
          <div className={classes['spans']}>
            {spans.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('weekly-hours.closed')}
              </Text>
            )}
            {spans.map((span, index) => (
              <div key={index} className={classes['span']}>
                {(['fromMin', 'toMin'] as const).map((side) => (
                  <TimePicker
                    key={side}
                    spinners={false}
                    label={`${dayName(day)}, ${t(`weekly-hours.${side === 'fromMin' ? 'from' : 'to'}`)}`}
                    invalid={span.fromMin >= span.toMin}
                    value={timeOf(span[side])}
                    onChange={(time) => onChange(withSpan(value, day, index, withTime(span, side, time)))}
                  />
                ))}
                {index === 0 ? (
                  <ActionIcon
                    size={24}
                    disabled={spans.length >= MOST_SPANS}
                    aria-label={t('weekly-hours.add', { day: dayName(day) })}
                    onClick={() => onChange(withSpan(value, day, spans.length, nextSpan(spans)))}
                  >
                    <IconPlus size={14} aria-hidden />
                  </ActionIcon>
                ) : (
                  <ActionIcon
                    size={24}
                    aria-label={t('weekly-hours.remove', { day: dayName(day) })}
                    onClick={() => onChange(withSpan(value, day, index, null))}
                  >
                    <IconMinus size={14} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </Stack>
  );
}
