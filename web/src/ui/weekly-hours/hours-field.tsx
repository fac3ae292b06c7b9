import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TimePicker } from '../time-picker/time-picker.tsx';
import classes from './hours-field.module.css';
import {
  allHours,
  everyNight,
  joinNights,
  nextSpan,
  officeHours,
  splitNights,
  timeOf,
  withSpan,
  withTime,
} from './hours.ts';
import { dayName, hoursText } from './hours-text.ts';
import { listText } from '../../text/list-text.ts';

interface Props {
  value: WeeklyHours;
  onChange: (hours: WeeklyHours) => void;
  /** The owner of the hours, for screen readers. */
  label: string;
}

/** One less than the contract allows: the previous day's night can end on a day. */
const MAX_SPANS = 5;

const PRESETS = [officeHours, everyNight, allHours];

/** The hours of a week, day by day. Hours over midnight belong to the day on which they begin. */
export function HoursField({ value, onChange, label }: Props) {
  const { t } = useTranslation();
  const shown = joinNights(value);
  const change = (next: typeof shown) => onChange(splitNights(next));
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Group gap={4}>
        {PRESETS.map((preset) => {
          const text = hoursText(preset());
          return (
            <Button key={text} variant="default" size="compact-xs" onClick={() => onChange(preset())}>
              {text}
            </Button>
          );
        })}
      </Group>
      {shown.map((spans, day) => (
        <div key={day} className={classes['day']}>
          <Checkbox
            size="sm"
            label={dayName(day)}
            checked={spans.length > 0}
            onChange={({ currentTarget }) =>
              change(shown.map((old, other) => (other === day ? (currentTarget.checked ? [nextSpan([])] : []) : old)))
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
                    label={listText([dayName(day), t(`weekly-hours.${side === 'fromMin' ? 'from' : 'to'}`)])}
                    invalid={span.fromMin === span.toMin}
                    value={timeOf(span[side])}
                    onChange={(time) => change(withSpan(shown, day, index, withTime(span, side, time)))}
                  />
                ))}
                {span.toMin < span.fromMin && (
                  <Text size="xs" c="dimmed">
                    {t('weekly-hours.next-day')}
                  </Text>
                )}
                {span.toMin === span.fromMin && (
                  <Text size="xs" c="red" role="alert">
                    {t('weekly-hours.same')}
                  </Text>
                )}
                {index === 0 ? (
                  <ActionIcon
                    size={24}
                    disabled={spans.length >= MAX_SPANS}
                    aria-label={t('weekly-hours.add', { day: dayName(day) })}
                    onClick={() => change(withSpan(shown, day, spans.length, nextSpan(spans)))}
                  >
                    <IconPlus size={14} aria-hidden />
                  </ActionIcon>
                ) : (
                  <ActionIcon
                    size={24}
                    aria-label={t('weekly-hours.remove', { day: dayName(day) })}
                    onClick={() => change(withSpan(shown, day, index, null))}
                  >
                    <IconMinus size={14} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            ))}
            {spans.length > 0 && (
              <ActionIcon
                size={24}
                variant="subtle"
                aria-label={t('weekly-hours.copy', { day: dayName(day) })}
                title={t('weekly-hours.copy', { day: dayName(day) })}
                onClick={() => change(shown.map(() => [...spans]))}
              >
                <IconCopy size={14} aria-hidden />
              </ActionIcon>
            )}
          </div>
        </div>
      ))}
    </Stack>
  );
}
