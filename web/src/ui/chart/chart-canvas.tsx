import { useComputedColorScheme, useDirection } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { formatClock, formatDayAndClock } from '../../text/format.ts';
import { readChartColors } from './chart-colors.ts';
import type { ChartSpec, Format } from './chart-data.ts';
import { chartOption } from './chart-option.ts';
import { inUnits } from './in-units.ts';
import { useECharts } from './use-echarts.ts';

const formatTime = (at: number, near: boolean) => (near ? formatClock(at) : formatDayAndClock(at));

interface Props {
  spec: ChartSpec;
  format: Format;
  formatTick: Format | undefined;
  /** The unit of the value axis. */
  unit: number;
  onChoose: ((index: number) => void) | undefined;
}

/** Draws a chart and follows its size, the theme and the data. Loaded with ECharts itself. */
export default function ChartCanvas({ spec, format, formatTick, unit, onChoose }: Props) {
  const { place, chart } = useECharts();
  const scheme = useComputedColorScheme('light');
  const { dir } = useDirection();
  const reduced = useReducedMotion();

  useEffect(() => {
    const counted = (value: number) => format(value * unit);
    const tick = formatTick && ((value: number) => formatTick(value * unit));
    const look = { colors: readChartColors(), formatTime, rtl: dir === 'rtl', animate: !reduced };
    chart?.setOption(
      chartOption(inUnits(spec, unit), { ...look, format: counted, formatTick: tick }),
      // Without merging, since parts of the previous kind of chart must not remain.
      { notMerge: true },
    );
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the scheme changes what readChartColors reads
  }, [chart, spec, format, formatTick, unit, scheme, dir, reduced]);

  useEffect(() => {
    if (!chart || !onChoose) return undefined;
    // A click anywhere in the column of a bar chooses the bar, because a very low bar is hard to hit.
    const choose = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
      if (!chart.containPixel('grid', [offsetX, offsetY])) return;
      const at: unknown = chart.convertFromPixel('grid', [offsetX, offsetY]);
      const index: unknown = Array.isArray(at) ? at[0] : undefined;
      if (typeof index === 'number') onChoose(Math.round(index));
    };
    chart.getZr().on('click', choose);
    return () => {
      if (!chart.isDisposed()) chart.getZr().off('click', choose);
    };
  }, [chart, onChoose]);

  return <div ref={place} style={{ height: '100%' }} aria-hidden />;
}
