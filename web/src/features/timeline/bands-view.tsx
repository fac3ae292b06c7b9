import { Skeleton, useDirection } from '@mantine/core';
import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../../text/format.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { momentAt, panned, percentOf, ticksOf, type View, zoomed } from './axis.ts';
import { MomentTip } from './moment-tip.tsx';
import { type Pointed, TimelineRow } from './timeline-row.tsx';
import rowClasses from './rows.module.css';
import pageClasses from './timeline.module.css';
import { columnName, TOTALS } from './totals-cells.tsx';
import { useDrag } from './use-drag.ts';
import { PAGE, useRows } from './use-rows.ts';
import type { Timeline } from './use-timeline.ts';

const ROW_PX = 56;
const PHONE_ROW_PX = 142;
/**
 * The width of a character of the axis' labels, px; including a gap to the next label, also if the first and last are
 * moved inwards.
 */
const LETTER_PX = 12;

interface Props {
  timeline: Timeline;
  input: Parameters<typeof useRows>[0];
  /** The message if no vehicle is left. */
  empty: ReactNode;
}

/** The day as bands, one row per vehicle; only visible rows exist, and are loaded page by page. */
export function BandsView({ timeline, input, empty }: Props) {
  const { t } = useTranslation();
  const { view, edges, now, isToday, move } = timeline;
  const phone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  const scroller = useRef<HTMLDivElement>(null);
  useRowKeys(scroller, '[role="slider"]');
  const axis = useRef<HTMLDivElement>(null);
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const axisRef = useMergedRef(axis, sized);
  const [pages, setPages] = useState<[number, number]>([0, 0]);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const { rows, total, error, retry } = useRows(input, pages, isToday);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: total ?? 12,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? PHONE_ROW_PX : ROW_PX),
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const first = Math.floor((items[0]?.index ?? 0) / PAGE);
  const last = Math.floor((items.at(-1)?.index ?? 0) / PAGE);
  useEffect(() => setPages([first, last]), [first, last]);
  useEffect(() => virtual.measure(), [phone, virtual]);

  const rtl = useDirection().dir === 'rtl';
  const onward = rtl ? -1 : 1;
  const drag = useDrag((px) =>
    move(panned(view, edges, ((-px * onward) / Math.max(1, width)) * (view.to - view.from))),
  );
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    const box = axis.current?.getBoundingClientRect();
    if (!box) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const at = momentAt(view, event.clientX, box, rtl);
      move(zoomed(view, edges, event.deltaY > 0 ? 1.25 : 0.8, at));
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault();
      move(panned(view, edges, ((sideways * onward) / box.width) * (view.to - view.from)));
    }
  });
  useEffect(() => {
    const element = scroller.current;
    const listener = (event: WheelEvent) => onWheel(event);
    // React's own listener is passive and cannot prevent the page from zooming.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);
  const point = useCallback((next: Pointed | null) => setPointed(next), []);

  if (total === 0 && !error) return <div className={pageClasses['empty']}>{empty}</div>;
  return (
    <>
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={retry} />}
      <div ref={scroller} className={rowClasses['scroll']} onScroll={() => setPointed(null)} {...drag.handlers}>
        <div className={rowClasses['axis']} aria-hidden>
          <span className={rowClasses['who']}>{t('timeline.vehicle')}</span>
          <div ref={axisRef} className={rowClasses['ticks']}>
            <Ticks view={view} day={edges} width={width} />
          </div>
          <div className={rowClasses['totals']}>
            {TOTALS.map((column) => (
              <span key={column} data-column={column}>
                {columnName(t, column)}
              </span>
            ))}
          </div>
        </div>
        <div className={rowClasses['rows']} style={{ height: virtual.getTotalSize() }}>
          <Lines view={view} day={edges} width={width} now={isToday ? now : null} />
          {items.map(({ index, start, size }) => {
            const row = rows.get(index);
            return (
              <div
                key={row?.id ?? `at-${index}`}
                className={rowClasses['item']}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {row ? (
                  <TimelineRow
                    row={row}
                    day={edges}
                    view={view}
                    now={now}
                    at={pointed?.row.id === row.id ? pointed.ms : null}
                    onPoint={point}
                    dragged={drag.dragged}
                  />
                ) : (
                  <div className={rowClasses['row']}>
                    <Skeleton height={14} width={110} />
                    <Skeleton height={14} />
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {pointed && !drag.dragging && <MomentTip pointed={pointed} nearMs={(view.to - view.from) * 0.008} now={now} />}
    </>
  );
}

const most = (width: number) => Math.max(2, Math.floor(width / (formatClock(0).length * LETTER_PX)));

function Ticks({ view, day, width }: { view: View; day: View; width: number }) {
  const back = useDirection().dir === 'rtl' ? 1 : -1;
  return ticksOf(view, day, most(width)).map((ms) => {
    const percent = percentOf(view, ms);
    // The first and the last stay within the row.
    return (
      <span
        key={ms}
        style={{ insetInlineStart: `${percent}%`, translate: `${back * (percent < 3 ? 0 : percent > 97 ? 100 : 50)}%` }}
      >
        <bdi>{formatClock(ms)}</bdi>
      </span>
    );
  });
}

/** The lines of the hours behind the rows, and of the current time. */
function Lines({ view, day, width, now }: { view: View; day: View; width: number; now: number | null }) {
  return (
    <div className={rowClasses['lines']} aria-hidden>
      <div>
        {ticksOf(view, day, most(width)).map((ms) => (
          <i key={ms} style={{ insetInlineStart: `${percentOf(view, ms)}%` }} />
        ))}
        {now !== null && now >= view.from && now <= view.to && (
          <i className={rowClasses['now']} style={{ insetInlineStart: `${percentOf(view, now)}%` }} />
        )}
      </div>
    </div>
  );
}
