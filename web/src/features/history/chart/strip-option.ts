import type { EChartsCoreOption } from 'echarts/core';
import { normalBand } from '../../../ui/chart/normal-band.ts';
import { stripAxes, type StripFrame } from '../../../ui/chart/strip-axes.ts';
import type { ChartRow } from './chart-rows.ts';

/** The pixels beside the strips, for the value axis and margins. */
export const SIDE_PX = { start: 44, end: 12 };

interface StripContext extends StripFrame {
  format: (key: string, value: number) => string;
  /** The unit of a key's axis, so that its steps are round in the person's units. */
  unitOf: (key: string) => number;
}

/** The strips as ECharts options: a grid for each, over one time range. */
export function stripOption(rows: readonly ChartRow[], context: StripContext): EChartsCoreOption {
  const { colors, format, unitOf, from, to } = context;
  const axes = rows.map(({ top, height, key, kind }) => ({
    top,
    height,
    read: kind === 'number',
    fromZero: key === 'speed',
    ...(kind === 'flag' && { ends: [0, 1] as const }),
    text: (value: number) => format(key, value * unitOf(key)),
  }));
  return {
    ...stripAxes(axes, context, { ...SIDE_PX, steps: 2 }),
    color: colors.palette,
    series: rows.flatMap(({ key, kind, points, sensor }, index) => [
      ...(sensor && kind === 'number' ? normalBand(sensor, { index, from, to, colors }) : []),
      {
        type: 'line',
        xAxisIndex: index,
        yAxisIndex: index,
        data: points.map(([at, value]) => [at, value === null ? null : value / unitOf(key)]),
        showSymbol: false,
        silent: true,
        color: kind === 'flag' ? colors.colorOf('--status-running') : colors.palette[index % colors.palette.length],
        lineStyle: { width: kind === 'flag' ? 0 : 1.25 },
        ...(kind === 'flag' && { step: 'end' }),
        areaStyle: { opacity: kind === 'flag' ? 0.75 : 0.12 },
      },
    ]),
  };
}
