import { Skeleton, useDirection } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../text/format.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { fieldLabel } from '../../ui/telemetry/field-name.ts';
import { SIDE_PX } from './strip-option.ts';
import { chartHeight, type Strip, type StripLine } from './strips.ts';
import classes from './telemetry.module.css';
import { timeScale } from '../../ui/chart/time-scale.ts';
import { axisUnit } from './value-text.ts';
import { listText } from '../../text/list-text.ts';

const StripCanvas = lazyPart(() => import('./strip-canvas.tsx'));

interface Props {
  strips: readonly Strip[];
  /** True if each single value is drawn. */
  every: boolean;
  from: number;
  to: number;
  /** The moment whose values are displayed; null for none. */
  at: number | null;
  /** The data gaps, only for a single vehicle. */
  gaps: readonly (readonly [number, number])[];
  colorOf: (line: StripLine) => number;
  onAt: (ms: number | null) => void;
  onZoom: (from: number, to: number) => void;
  /** Called when a moment was clicked. */
  onOpen: (ms: number) => void;
}

/** A shorter drag counts as a click. */
const DRAG_PX = 5;
const MIN_MS = 1000;

const xOf = (event: PointerEvent<HTMLDivElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
const span = (a: number, b: number) => ({ left: Math.min(a, b), width: Math.abs(b - a) });

/** The strips with a line at the moment under the pointer; a drag zooms in, a click opens the history. */
export function TelemetryChart({ strips, every, from, to, at, gaps, colorOf, onAt, onZoom, onOpen }: Props) {
  const { t } = useTranslation();
  const rtl = useDirection().dir === 'rtl';
  const { ref, width } = useElementSize<HTMLDivElement>();
  const scale = useMemo(() => timeScale(from, to, width, rtl, SIDE_PX), [from, to, width, rtl]);
  const start = useRef<number | null>(null);
  const [drag, setDrag] = useState<readonly [number, number] | null>(null);

  function onDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = xOf(event);
    onAt(scale.msOf(xOf(event)));
  }
  function onMove(event: PointerEvent<HTMLDivElement>) {
    const x = xOf(event);
    onAt(scale.msOf(x));
    if (start.current !== null && Math.abs(x - start.current) > DRAG_PX) setDrag([start.current, x]);
  }
  function onUp(event: PointerEvent<HTMLDivElement>) {
    const begun = start.current;
    start.current = null;
    setDrag(null);
    if (begun === null) return;
    const [a, b] = [scale.msOf(begun), scale.msOf(xOf(event))];
    if (Math.abs(xOf(event) - begun) > DRAG_PX) onZoom(Math.min(a, b), Math.max(a, b, Math.min(a, b) + MIN_MS));
    // A touch first shows the values, which have a link to the history.
    else if (event.pointerType === 'mouse') onOpen(b);
  }
  function onKey(event: KeyboardEvent) {
    const step = ((to - from) / 100) * (event.shiftKey ? 10 : 1);
    const here = at ?? (from + to) / 2;
    const onward = rtl ? -1 : 1;
    const moved = { ArrowLeft: here - step * onward, ArrowRight: here + step * onward, Home: from, End: to - 1 }[
      event.key
    ];
    if (moved !== undefined) onAt(Math.min(to - 1, Math.max(from, moved)));
    else if (event.key === 'Enter') onOpen(here);
    else if (event.key === '+') onZoom(here - (to - from) / 4, here + (to - from) / 4);
    else return;
    event.preventDefault();
  }
  return (
    <div
      ref={ref}
      className={classes['strips']}
      style={{ height: chartHeight(strips) }}
      role="slider"
      tabIndex={0}
      aria-label={t('telemetry-page.moment')}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={Math.round(at ?? from)}
      aria-valuetext={formatDateTime(at ?? from)}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => {
        start.current = null;
        setDrag(null);
      }}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onAt(null)}
      onKeyDown={onKey}
    >
      {width > 0 &&
        gaps.map(([a, b]) => (
          <div key={a} className={classes['hole']} style={span(scale.xOf(a), scale.xOf(b))} aria-hidden />
        ))}
      <Suspense fallback={<Skeleton height="100%" />}>
        <StripCanvas strips={strips} every={every} from={from} to={to} colorOf={colorOf} width={width} />
      </Suspense>
      {strips.map(({ id, keys, top, kind }) => (
        <div key={id} className={classes['name']} style={{ top: top - 21 }}>
          {listText(keys.map((key) => fieldLabel(t, key)))}
          {kind === 'number' && axisUnit(id) !== '' && <span> ({axisUnit(id)})</span>}
        </div>
      ))}
      {drag && <div className={classes['drag']} style={span(...drag)} aria-hidden />}
      {at !== null && width > 0 && (
        <div className={classes['cursor']} style={{ left: scale.xOf(at) }} aria-hidden data-testid="telemetry-moment" />
      )}
    </div>
  );
}
