import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { MAX_TELEMETRY_DAYS } from '@milepost/contract/telemetry-operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, dayOf, startOfDay } from '../../text/local-day.ts';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { DateRange, type DateRangeValue } from '../../ui/date-range/date-range.tsx';
import classes from './telemetry.module.css';
import type { Telemetry } from './use-telemetry.ts';

const PRESETS = { day: 1, week: 7, month: 30, year: 365 } as const;
const NAMES = ['day', 'week', 'month', 'year'] as const;
const MIN_MS = 60_000;
const DAY_MS = 86_400_000;
const icon = { size: 18, stroke: 1.6 };

/** The range, the zoom, and the day for comparison. */
export function RangeChoice({ telemetry }: { telemetry: Telemetry }) {
  const { t } = useTranslation();
  const { from, to, today, tooLong, change, state } = telemetry;
  const [typed, setTyped] = useState<DateRangeValue | null>(null);
  const show = (start: number, end: number) => {
    setTyped(null);
    change({ range: [Math.round(start), Math.round(end)] });
  };
  const daysUpTo = (last: string, count: number) =>
    show(startOfDay(addDays(last, 1 - count)), startOfDay(addDays(last, 1)));
  const isUpToToday = (count: number) =>
    from === startOfDay(addDays(today, 1 - count)) && to === startOfDay(addDays(today, 1));
  const zoom = (factor: number) => {
    const [middle, half] = [(from + to) / 2, Math.max(MIN_MS, (to - from) * factor) / 2];
    show(middle - half, middle + Math.min(half, (MAX_TELEMETRY_DAYS * DAY_MS) / 2));
  };
  const move = (direction: 1 | -1) => show(from + direction * (to - from), to + direction * (to - from));
  function choose(value: DateRangeValue) {
    const [first, last] = value;
    if (first === null || last === null) setTyped(value);
    else show(startOfDay(first), startOfDay(addDays(last, 1)));
  }
  const buttons = [
    { key: 'earlier', Icon: IconChevronLeft, act: () => move(-1), disabled: tooLong },
    {
      key: 'later',
      Icon: IconChevronRight,
      act: () => move(1),
      disabled: tooLong || to >= startOfDay(addDays(today, 1)),
    },
    { key: 'wider', Icon: IconZoomOut, act: () => zoom(2), disabled: (to - from) * 2 > MAX_TELEMETRY_DAYS * DAY_MS },
    { key: 'closer', Icon: IconZoomIn, act: () => zoom(0.5), disabled: to - from <= MIN_MS },
  ];
  return (
    <Group gap={8} align="flex-end" className={classes['range'] ?? ''}>
      <Group gap={4} role="group" aria-label={t('history.range.presets')}>
        {NAMES.map((name) => (
          <Button
            key={name}
            h={36}
            px={10}
            size="sm"
            fw={500}
            variant={isUpToToday(PRESETS[name]) ? 'light' : 'default'}
            aria-pressed={isUpToToday(PRESETS[name])}
            onClick={() => daysUpTo(today, PRESETS[name])}
          >
            {t(`telemetry-page.range.${name}`)}
          </Button>
        ))}
      </Group>
      <DateRange
        label={t('history.range.days')}
        labelHidden
        w={236}
        value={typed ?? [dayOf(from), dayOf(to - 1)]}
        onChange={choose}
        error={tooLong && t('history.range.too-long', { days: MAX_TELEMETRY_DAYS })}
      />
      <ActionIcon.Group>
        {buttons.map(({ key, Icon, act, disabled }) => (
          <ActionIcon
            key={key}
            variant="default"
            size={36}
            disabled={disabled}
            aria-label={t(`telemetry-page.${key}`)}
            title={t(`telemetry-page.${key}`)}
            onClick={act}
          >
            <Icon {...icon} className={key === 'earlier' || key === 'later' ? classes['flip'] : undefined} />
          </ActionIcon>
        ))}
      </ActionIcon.Group>
      <DateField
        label={t('telemetry-page.compare')}
        labelHidden
        placeholder={t('telemetry-page.compare')}
        clearable
        value={state.compare}
        maxDate={today}
        w={190}
        onChange={(compare) => change({ compare })}
      />
    </Group>
  );
}
