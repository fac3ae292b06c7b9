import type { CalendarEntry } from '@milepost/contract/calendar-operations';
import { useState } from 'react';
import { addDays } from '../../../text/local-day.ts';
import { weekdayText } from './calendar-text.ts';
import classes from './calendar.module.css';
import { DayCell } from './day-cell.tsx';

export interface GridProps {
  from: string;
  days: number;
  today: string;
  /** The month to which the grid belongs, to mark days of other months; null to mark none. */
  month: string | null;
  byDay: ReadonlyMap<string, CalendarEntry[]>;
  totals: ReadonlyMap<string, number>;
  timeZone: string;
  mayMove: boolean;
  mayAdd: boolean;
  onMove: (entry: CalendarEntry, day: string) => void;
  onShowDay: (day: string) => void;
}

const DAYS_OF_WEEK = 7;
/** The number of entries of a day shown in a month; the others are in the list. */
const SHOWN_IN_MONTH = 3;

/** The days of a month or a week as a grid of seven columns. */
export function DayGrid({ from, days, today, month, byDay, totals, ...props }: GridProps) {
  const [dragged, setDragged] = useState<CalendarEntry | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const all = Array.from({ length: days }, (_, n) => addDays(from, n));
  function drop(day: string) {
    setOver(null);
    setDragged(null);
    if (dragged !== null && dragged.day !== day) props.onMove(dragged, day);
  }
  return (
    <div className={classes['grid']} data-weeks={days / DAYS_OF_WEEK}>
      <div className={classes['weekdays']} aria-hidden>
        {all.slice(0, DAYS_OF_WEEK).map((day) => (
          <span key={day}>{weekdayText(day)}</span>
        ))}
      </div>
      <ol className={classes['days']}>
        {all.map((day) => (
          <DayCell
            key={day}
            day={day}
            isToday={day === today}
            outside={month !== null && !day.startsWith(month)}
            entries={byDay.get(day) ?? []}
            total={totals.get(day) ?? 0}
            most={month === null ? Infinity : SHOWN_IN_MONTH}
            timeZone={props.timeZone}
            over={over === day && dragged !== null}
            mayMove={props.mayMove}
            mayAdd={props.mayAdd}
            onMove={props.onMove}
            onShow={() => props.onShowDay(day)}
            onDrag={(entry) => {
              setDragged(entry);
              setOver(null);
            }}
            onOver={() => dragged !== null && setOver(day)}
            canDrop={dragged !== null}
            onDrop={() => drop(day)}
          />
        ))}
      </ol>
    </div>
  );
}
