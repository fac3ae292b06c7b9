import type { TimelineRow as Row } from '@milepost/contract/timeline-operations';
import { useDirection } from '@mantine/core';
import { type KeyboardEvent, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatClock } from '../../text/format.ts';
import { useGestures } from '../../ui/gestures/use-gestures.ts';
import { historyPath } from '../../ui/history-path.ts';
import { movedText, nameAmongOthers } from '../../ui/move/moved-text.ts';
import { momentAt, type View } from './axis.ts';
import { BandRects } from './band-rects.tsx';
import { momentLines } from './moment-text.ts';
import { momentOf, nextStop, stopsOf } from './row-spans.ts';
import bandClasses from './bands.module.css';
import rowClasses from './rows.module.css';
import { TotalsCells } from './totals-cells.tsx';
import { listText } from '../../text/list-text.ts';

/** A moment of a row under the pointer. */
export interface Pointed {
  row: Row;
  ms: number;
  /** The point on the screen, px. */
  x: number;
  y: number;
}

interface Props {
  row: Row;
  day: View;
  view: View;
  now: number;
  /** The moment under the pointer in this row. */
  at: number | null;
  onPoint(pointed: Pointed | null): void;
  /** True if the pointer dragged the day, so that its release opens nothing. */
  dragged(): boolean;
}

/** The maximum distance of an alarm from the moment, as a share of the visible width. */
const NEAR = 0.008;

/** A vehicle's day: name, band, totals. The band is one tab stop; arrow keys move from span to span. */
export const TimelineRow = memo(function TimelineRow({ row, day, view, now, at, onPoint, dragged }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rtl = useDirection().dir === 'rtl';
  const length = view.to - view.from;
  const shown = at ?? Math.max(view.from, Math.min(now, view.to));
  const near = length * NEAR;
  const lines = momentLines(t, momentOf(row, shown, near, now));

  function pointAt(element: HTMLElement, ms: number) {
    const box = element.getBoundingClientRect();
    const share = (ms - view.from) / length;
    onPoint({ row, ms, x: rtl ? box.right - share * box.width : box.left + share * box.width, y: box.top });
  }
  const msAt = (x: number, box: DOMRect) => momentAt(view, x, box, rtl);
  function pointTo(x: number, box: DOMRect) {
    onPoint({ row, ms: msAt(x, box), x, y: box.top });
  }
  // Touch has no hover: a held finger shows the state, and opens nothing.
  const band = useRef<HTMLDivElement>(null);
  const gestures = useGestures({
    fingersOnly: true,
    onPress: ({ x }) => band.current && pointTo(x, band.current.getBoundingClientRect()),
  });
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (by !== null) {
      event.preventDefault();
      pointAt(event.currentTarget, nextStop(stopsOf(row, view.from, view.to), shown, (rtl ? -by : by) === 1 ? 1 : -1));
    } else if (event.key === 'Enter') void navigate(historyPath(row.id, { ...day, at: shown }));
    else if (event.key === 'Escape') onPoint(null);
  }
  return (
    <div
      className={rowClasses['row']}
      role="group"
      aria-label={nameAmongOthers(t, row)}
      data-testid={`timeline-${row.id}`}
    >
      <div className={rowClasses['who']}>
        <Link to={`/vehicle-info/${row.id}`}>{row.registration}</Link>
        <small title={row.moved ? movedText(t, row.moved) : undefined}>
          {row.moved ? movedText(t, row.moved) : (row.driverName ?? row.groupName ?? '')}
        </small>
      </div>
      <div
        ref={band}
        className={bandClasses['band']}
        tabIndex={0}
        role="slider"
        aria-label={t('timeline.moment-of', { registration: nameAmongOthers(t, row) })}
        aria-valuemin={view.from}
        aria-valuemax={view.to}
        aria-valuenow={Math.round(shown)}
        aria-valuetext={`${formatClock(shown)}: ${listText(lines)}`}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && pointAt(event.currentTarget, shown)}
        onBlur={() => onPoint(null)}
        {...gestures}
        onPointerMove={(event) => {
          gestures.onPointerMove(event);
          if (event.pointerType !== 'touch') pointTo(event.clientX, event.currentTarget.getBoundingClientRect());
        }}
        onPointerLeave={() => {
          gestures.onPointerLeave();
          onPoint(null);
        }}
        onClick={(event) => {
          if (dragged()) return;
          const ms = msAt(event.clientX, event.currentTarget.getBoundingClientRect());
          void navigate(historyPath(row.id, { ...day, at: ms }));
        }}
      >
        <BandRects row={row} view={view} now={now} />
      </div>
      <TotalsCells totals={row.totals} />
    </div>
  );
});
