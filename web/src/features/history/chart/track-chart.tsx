import { Skeleton, useDirection } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Suspense, useEffect, useMemo, useRef, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeriesKey } from '@milepost/contract/history-operations';
import type { CallOutput } from '../../../api/call.ts';
import { formatDayAndClock } from '../../../text/format.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { seriesLabel } from '../../../ui/sensor/series-text.ts';
import type { Playback } from '../playback/playback.ts';
import { seriesValue } from './series-value.ts';
import { chartHeight, chartRows, valuesAt } from './chart-rows.ts';
import { timeScale } from '../../../ui/chart/time-scale.ts';
import { SIDE_PX } from './strip-option.ts';
import classes from './track-chart.module.css';

const StripCanvas = lazyPart(() => import('./strip-canvas.tsx'));

interface Props {
  keys: readonly SeriesKey[];
  series: CallOutput<'get-track-series'>;
  from: number;
  to: number;
  playback: Playback;
  /** A highlighted span, epoch milliseconds. */
  lit: readonly [number, number] | null;
  onHover: (ms: number | null) => void;
  onSeek: (ms: number) => void;
}

/**
 * Speed, ignition and more below the map, with a cursor at the playback's moment; a click moves the playback to another
 * moment.
 */
export function TrackChart({ keys, series, from, to, playback, lit, onHover, onSeek }: Props) {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const cursor = useRef<HTMLDivElement>(null);
  const hover = useRef<HTMLDivElement>(null);
  const values = useRef(new Map<string, HTMLElement>());
  const rows = useMemo(() => chartRows(keys, series, from), [keys, series, from]);
  const scale = useMemo(() => timeScale(from, to, width, dir === 'rtl', SIDE_PX), [from, to, width, dir]);

  useEffect(
    () =>
      playback.onFrame((at) => {
        if (cursor.current) cursor.current.style.transform = `translateX(${scale.xOf(at)}px)`;
        for (const each of series.series) {
          const element = values.current.get(each.key);
          if (element) element.textContent = seriesValue(t, each.key, valuesAt(each, series.bucketMs, at - from), keys);
        }
      }),
    [playback, scale, series, keys, from, t],
  );

  const msOf = (event: PointerEvent<HTMLDivElement>) =>
    scale.msOf(event.clientX - event.currentTarget.getBoundingClientRect().left);
  function point(event: PointerEvent<HTMLDivElement>) {
    const ms = msOf(event);
    if (event.buttons === 1) onSeek(ms);
    onHover(ms);
    if (!hover.current) return;
    hover.current.style.transform = `translateX(${scale.xOf(ms)}px)`;
    hover.current.dataset['time'] = formatDayAndClock(ms);
    hover.current.toggleAttribute('data-late', scale.xOf(ms) > width / 2);
    hover.current.hidden = false;
  }
  function leave() {
    onHover(null);
    if (hover.current) hover.current.hidden = true;
  }
  const [x1, x2] = lit ? [scale.xOf(lit[0]), scale.xOf(lit[1])] : [0, 0];
  return (
    <figure className={classes['chart']} aria-label={t('history.chart.label')}>
      <div
        ref={ref}
        className={classes['strips']}
        style={{ height: chartHeight(rows) }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
        onPointerLeave={leave}
      >
        <Suspense fallback={<Skeleton height="100%" />}>
          <StripCanvas rows={rows} from={from} to={to} width={width} />
        </Suspense>
        {lit && (
          <div
            className={classes['lit']}
            style={{ left: Math.min(x1, x2), width: Math.max(2, Math.abs(x2 - x1)) }}
            aria-hidden
          />
        )}
        {rows.map((row) => (
          <div key={row.key} className={classes['name']} style={{ top: row.top - 17 }}>
            <span>{seriesLabel(t, row)}</span>
            <strong
              ref={(element) => {
                if (element) values.current.set(row.key, element);
                return () => void values.current.delete(row.key);
              }}
            />
          </div>
        ))}
        <div ref={hover} className={classes['hover']} hidden aria-hidden />
        <div ref={cursor} className={classes['cursor']} aria-hidden data-testid="history-cursor" />
      </div>
    </figure>
  );
}
