import type { EChartsCoreOption } from 'echarts/core';
import { normalBand } from '../../ui/chart/normal-band.ts';
import { stripAxes, type StripFrame } from '../../ui/chart/strip-axes.ts';
import type { Strip, StripLine } from './strips.ts';

/** The pixels beside the strips, for the value axis and margins. */
export const SIDE_PX = { start: 64, end: 12 };
/** The maximum number of values drawn as points. */
const POINTS = 120;

interface StripContext extends StripFrame {
  /** Returns the colour number of a line. */
  colorOf: (line: StripLine) => number;
  tickText: (key: string, value: number) => string;
  axisStep: (key: string) => number;
  /** True if each single value is drawn. */
  every: boolean;
}

/** The strips as ECharts options: a grid for each, over one time range. */
export function stripOption(strips: readonly Strip[], context: StripContext): EChartsCoreOption {
  const { tickText, axisStep, from, to, colors } = context;
  const axes = strips.map(({ top, height, keys, kind, lines }) => ({
    top,
    height,
    read: kind === 'number',
    fromZero: keys.includes('speed'),
    ...(kind === 'flag' && { ends: [0, Math.max(1, lines.length)] as const }),
    text: (value: number) => tickText(keys[0] ?? '', value * axisStep(keys[0] ?? '')),
  }));
  return {
    ...stripAxes(axes, context, { ...SIDE_PX, steps: 3 }),
    series: strips.flatMap((strip, index) => [
      ...(strip.normal ? normalBand(strip.normal, { index, from, to, colors }) : []),
      ...strip.lines.map((line, row) => lineOption(strip, index, line, row, context)),
    ]),
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
    color: colors.colorOf(`--chart-${colorOf(line)}`),
  };
  if (kind === 'flag') {
    // Each has its own lane, the first on top.
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
