import type { CalendarEntry } from '@milepost/contract/calendar-operations';
import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../text/format.ts';
import { longDayText } from './calendar-text.ts';
import classes from './calendar.module.css';
import { EntryChip } from './entry-chip.tsx';

interface Props {
  day: string;
  isToday: boolean;
  /** True for a day of the previous or next month. */
  outside: boolean;
  entries: readonly CalendarEntry[];
  /** The total of the entries, of which the first were sent. */
  total: number;
  most: number;
  timeZone: string;
  /** True while a task is dragged over it. */
  over: boolean;
  canDrop: boolean;
  mayMove: boolean;
  mayAdd: boolean;
  onMove: (entry: CalendarEntry, day: string) => void;
  onShow: () => void;
  onDrag: (entry: CalendarEntry | null) => void;
  onOver: () => void;
  onDrop: () => void;
}

/** One day of the grid. */
export function DayCell({ day, isToday, outside, entries, total, most, timeZone, over, ...props }: Props) {
  const { t } = useTranslation();
  const shown = entries.slice(0, most);
  const rest = total - shown.length;
  const name = longDayText(day);
  return (
    <li
      className={classes['day']}
      aria-label={name}
      data-today={isToday || undefined}
      data-outside={outside || undefined}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!props.canDrop) return;
        event.preventDefault();
        props.onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
    >
      <div className={classes['head']}>
        <UnstyledButton
          className={classes['number'] ?? ''}
          aria-label={t('calendar.show-day', { day: name, count: total })}
          aria-current={isToday ? 'date' : undefined}
          onClick={props.onShow}
        >
          {formatNumber(Number(day.slice(8)))}
        </UnstyledButton>
        {props.mayAdd && (
          <Link
            className={classes['add']}
            to={`/apps/tasks?open=new&due=${day}`}
            aria-label={t('calendar.add', { day: name })}
          >
            <IconPlus size={14} aria-hidden />
          </Link>
        )}
      </div>
      {shown.map((entry) => (
        <EntryChip
          key={`${entry.kind}-${entry.id}`}
          entry={entry}
          timeZone={timeZone}
          onMove={props.mayMove && entry.kind === 'task' ? (to) => props.onMove(entry, to) : undefined}
          onDrag={props.onDrag}
        />
      ))}
      {rest > 0 && (
        <UnstyledButton className={classes['more'] ?? ''} onClick={props.onShow}>
          {t('calendar.more', { count: rest, number: formatNumber(rest) })}
        </UnstyledButton>
      )}
    </li>
  );
}
