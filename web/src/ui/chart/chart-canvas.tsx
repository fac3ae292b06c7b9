import { useComputedColorScheme, useDirection } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { formatClock, formatDayAndClock } from '../../text/format.ts';
import { readChartColors } from './chart-colors.ts';
import type { ChartSpec, Format } from './chart-data.ts';
import { chartOption } from './chart-option.ts';
import { inUnits } from './in-units.ts';
import { init } from './echarts-library.ts';

const formatTime = (at: number, near: boolean) => (near ? formatClock(at) : formatDayAndClock(at));

interface Props {
  spec: ChartSpec;
  format: Format;
  /** What the axis of values counts in. */
  unit: number;
}

/** The drawing of a chart: follows its place, the theme and the data. Loaded with ECharts itself. */
export default function ChartCanvas({ spec, format, unit }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts | null>(null);
  const scheme = useComputedColorScheme('light');
  const { dir } = useDirection();
  const reduced = useReducedMotion();

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const made = init(element);
    setChart(made);
    const resize = new ResizeObserver(() => made.resize());
    resize.observe(element);
    return () => {
      resize.disconnect();
      // Many points are painted over several frames, of which the next would find nothing left to paint on.
      made.clear();
      made.getZr().flush();
      made.dispose();
      setChart(null);
    };
  }, []);

  useEffect(() => {
    const counted = (value: number) => format(value * unit);
    const look = { colors: readChartColors(), formatTime, rtl: dir === 'rtl', animate: !reduced };
    chart?.setOption(
      chartOption(inUnits(spec, unit), { ...look, format: counted }),
      // What the last kind of chart had and this one has not must go.
      { notMerge: true },
    );
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the scheme changes what readChartColors reads
  }, [chart, spec, format, unit, scheme, dir, reduced]);

  return <div ref={place} style={{ height: '100%' }} aria-hidden />;
}
