import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColors } from '../../../ui/chart/chart-colors.ts';
import type { ChartRow } from './chart-rows.ts';

/** Pixels beside the strips: the axis of values, and air. */
export const SIDE_PX = { start: 44, end: 12 };

interface StripContext {
  colors: ChartColors;
  from: number;
  to: number;
  /** Moments with a label: ECharts' own would be round on the browser's clock. */
  ticks: number[];
  rtl: boolean;
  format: (key: string, value: number) => string;
  /** What the axis of a key counts in, so that its steps are round in the person's units. */
  unitOf: (key: string) => number;
  formatTime: (at: number) => string;
}

/** The strips in ECharts' own words: a grid for each, over one range of time. */
export function stripOption(rows: readonly ChartRow[], context: StripContext): EChartsCoreOption {
  const { colors, from, to, ticks, rtl, format, unitOf, formatTime } = context;
  const [left, right] = rtl ? [SIDE_PX.end, SIDE_PX.start] : [SIDE_PX.start, SIDE_PX.end];
  return {
    animation: false,
    color: colors.palette,
    textStyle: { fontFamily: 'Inter Variable, system-ui, sans-serif', color: colors.text },
    grid: rows.map(({ top, height }) => ({ left, right, top, height })),
    xAxis: rows.map((_, gridIndex) => ({
      type: 'time',
      gridIndex,
      min: from,
      max: to,
      inverse: rtl,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      splitLine: { show: false },
      axisLabel: {
        show: gridIndex === rows.length - 1,
        color: colors.dim,
        fontSize: 11,
        hideOverlap: true,
        customValues: ticks,
        formatter: formatTime,
      },
    })),
    yAxis: rows.map(({ key, kind }, gridIndex) => ({
      type: 'value',
      gridIndex,
      show: kind === 'number',
      position: rtl ? 'right' : 'left',
      scale: key !== 'speed',
      ...(kind === 'flag' && { min: 0, max: 1 }),
      splitNumber: 2,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        color: colors.dim,
        fontSize: 10,
        hideOverlap: true,
        formatter: (value: number) => format(key, value * unitOf(key)),
      },
    })),
    series: rows.map(({ key, kind, points }, index) => ({
      type: 'line',
      xAxisIndex: index,
      yAxisIndex: index,
      data: points.map(([at, value]) => [at, value === null ? null : value / unitOf(key)]),
      showSymbol: false,
      silent: true,
      color: kind === 'flag' ? colors.named('--status-running') : colors.palette[index % colors.palette.length],
      lineStyle: { width: kind === 'flag' ? 0 : 1.25 },
      ...(kind === 'flag' && { step: 'end' }),
      areaStyle: { opacity: kind === 'flag' ? 0.75 : 0.12 },
    })),
  };
}
