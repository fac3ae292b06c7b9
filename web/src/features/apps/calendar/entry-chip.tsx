import { calendarPath } from '@milepost/contract/calendar-path';
import type { CalendarEntry } from '@milepost/contract/calendar-operations';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addDays } from '../../../text/local-day.ts';
import { entryText, timeText } from './calendar-text.ts';
import classes from './calendar.module.css';

interface Props {
  entry: CalendarEntry;
  timeZone: string;
  /** Moves it to another day; omitted for entries that cannot be moved. */
  onMove: ((day: string) => void) | undefined;
  onDrag: (entry: CalendarEntry | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * One entry in its day, as a link to its page. A task can be dragged to another day, or moved with Shift and the arrow
 * keys.
 */
export function EntryChip({ entry, timeZone, onMove, onDrag }: Props) {
  const { t } = useTranslation();
  const time = timeText(entry, timeZone);
  const text = entryText(t, entry);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = STEPS[event.key];
    if (!onMove || !event.shiftKey || step === undefined) return;
    event.preventDefault();
    const turned = Math.abs(step) === 1 && getComputedStyle(event.currentTarget).direction === 'rtl';
    onMove(addDays(entry.day, turned ? -step : step));
  }
  return (
    <Link
      className={classes['entry']}
      to={`/${calendarPath(entry)}`}
      title={[time, text].filter((part) => part !== '').join(' ')}
      data-kind={entry.kind}
      data-done={entry.done || undefined}
      draggable={onMove !== undefined}
      aria-keyshortcuts={onMove && 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown'}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(entry);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <i aria-hidden />
      <b className={classes['word']}>{t(`calendar.kind-one.${entry.kind}`)}: </b>
      {time !== '' && <time>{time} </time>}
      {entry.kind === 'assignment' && entry.about !== '' ? (
        <>
          <span>{entry.of}</span>
          <span className={classes['who']}>{entry.about}</span>
        </>
      ) : (
        <span>{text}</span>
      )}
    </Link>
  );
}
