import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColors } from '../../ui/chart/chart-colors.ts';
import type { Strip, StripLine } from './strips.ts';

/** Pixels beside the strips: the axis of values, and air. */
export const SIDE_PX = { start: 64, end: 12 };
/** As many values as are still seen as points. */
const POINTS = 120;

interface StripContext {
  colors: ChartColors;
  from: number;
  to: number;
  /** Moments with a label: ECharts' own would be round on the browser's clock. */
  ticks: number[];
  rtl: boolean;
  /** Number of the colour of a line. */
  colorOf: (line: StripLine) => number;
  tickText: (key: string, value: number) => string;
  axisStep: (key: string) => number;
  timeText: (at: number) => string;
  /** Each value is drawn. */
  every: boolean;
}

/** The strips in ECharts' own words: a grid for each, over one range of time. */
export function stripOption(strips: readonly Strip[], context: StripContext): EChartsCoreOption {
  const { colors, from, to, ticks, rtl, timeText, tickText, axisStep } = context;
  const [left, right] = rtl ? [SIDE_PX.end, SIDE_PX.start] : [SIDE_PX.start, SIDE_PX.end];
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: 'Inter Variable, system-ui, sans-serif', color: colors.text },
    grid: strips.map(({ top, height }) => ({ left, right, top, height, outerBoundsMode: 'none' })),
    xAxis: strips.map((_, gridIndex) => ({
      type: 'time',
      gridIndex,
      min: from,
      max: to,
      inverse: rtl,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      splitLine: { show: false },
      axisLabel: {
        show: gridIndex === strips.length - 1,
        color: colors.dim,
        fontSize: 11,
        hideOverlap: true,
        customValues: ticks,
        formatter: timeText,
      },
    })),
    yAxis: strips.map(({ keys, kind, lines }, gridIndex) => ({
      type: 'value',
      gridIndex,
      show: kind === 'number',
      position: rtl ? 'right' : 'left',
      scale: !keys.includes('speed'),
      ...(kind === 'flag' && { min: 0, max: Math.max(1, lines.length) }),
      splitNumber: 3,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        color: colors.dim,
        fontSize: 11,
        hideOverlap: true,
        formatter: (value: number) => tickText(keys[0] ?? '', value * axisStep(keys[0] ?? '')),
      },
    })),
    series: strips.flatMap((strip, index) =>
      strip.lines.map((line, row) => lineOption(strip, index, line, row, context)),
    ),
  };
}

function lineOption(
  { kind, keys, lines }: Strip,
  index: number,
  line: StripLine,
  row: number,
  { colors, axisStep, colorOf, every }: StripContext,
) {
  const shared = {
    type: 'line',
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    color: colors.named(`--chart-${colorOf(line)}`),
  };
  if (kind === 'flag') {
    // Each has a lane of its own, the first on top.
    const base = lines.length - 1 - row;
    return {
      ...shared,
      data: line.points.map(([at, value]) => [at, value === null ? null : base + 0.2 + value * 0.6]),
      step: 'end',
      showSymbol: false,
      lineStyle: { width: 1.5, ...(line.compared && { type: 'dashed' }) },
    };
  }
  const unit = axisStep(keys[0] ?? '');
  return {
    ...shared,
    data: line.points.map(([at, value]) => [at, value === null ? null : value / unit]),
    showSymbol: every && line.points.length <= POINTS,
    symbol: 'circle',
    symbolSize: 4,
    lineStyle: { width: 1.25, cap: 'round', ...(line.compared && { type: 'dashed', opacity: 0.75 }) },
    itemStyle: { opacity: line.compared ? 0.6 : 1 },
  };
}
