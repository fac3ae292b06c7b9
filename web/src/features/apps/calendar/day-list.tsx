import type { CalendarEntry } from '@milepost/contract/calendar-operations';
import { Paper, Text } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { longDayText } from './calendar-text.ts';
import classes from './calendar.module.css';
import type { GridProps } from './day-grid.tsx';
import { EntryChip } from './entry-chip.tsx';

type Props = Pick<GridProps, 'today' | 'byDay' | 'totals' | 'timeZone' | 'mayMove' | 'onMove'>;

const ignore = (_entry: CalendarEntry | null) => {};

/** The days that have entries, one below the other. */
export function DayList({ today, byDay, totals, timeZone, mayMove, onMove }: Props) {
  const { t } = useTranslation();
  if (byDay.size === 0) {
    return (
      <Paper withBorder radius="lg" p="xl">
        <EmptyNote
          icon={<IconCalendar size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
          title={t('calendar.empty')}
          text={t('calendar.empty-text')}
        />
      </Paper>
    );
  }
  return (
    <Paper withBorder radius="lg" p="sm">
      {[...byDay].map(([day, entries]) => {
        const rest = (totals.get(day) ?? 0) - entries.length;
        return (
          <section key={day} className={classes['agenda']} aria-label={longDayText(day)}>
            <h2 data-today={day === today || undefined}>{longDayText(day)}</h2>
            {entries.map((entry) => (
              <EntryChip
                key={`${entry.kind}-${entry.id}`}
                entry={entry}
                timeZone={timeZone}
                onMove={mayMove && entry.kind === 'task' ? (to) => onMove(entry, to) : undefined}
                onDrag={ignore}
              />
            ))}
            {rest > 0 && (
              <Text size="sm" c="dimmed">
                {t('calendar.more', { count: rest, number: formatNumber(rest) })}
              </Text>
            )}
          </section>
        );
      })}
    </Paper>
  );
}
