import type { OptionContext } from './chart-option.ts';

/** The margins of a chart with categories, except for the upper one. */
export const GRID = {
  left: 8,
  right: 16,
  bottom: 8,
  outerBoundsMode: 'same' as const,
  outerBoundsContain: 'axisLabel' as const,
};

type ValueAxis = Pick<OptionContext, 'format' | 'formatTick'> & {
  colors: Pick<OptionContext['colors'], 'dim' | 'line'>;
};

/** The value axis with its lines across the chart. */
export const valueAxis = ({ colors, format, formatTick = format }: ValueAxis) => ({
  type: 'value' as const,
  axisLine: { show: false },
  axisTick: { show: false },
  // If halves are formatted as whole numbers, steps of a half would show the same number twice.
  minInterval: formatTick(0.5) === formatTick(1) ? 1 : 0,
  axisLabel: { color: colors.dim, fontSize: 11, formatter: formatTick },
  splitLine: { lineStyle: { color: colors.line } },
});

/** The subdued line, ticks and labels along the bottom. */
export const quietAxis = ({ colors }: OptionContext) => ({
  axisLine: { lineStyle: { color: colors.line } },
  axisTick: { show: false },
  axisLabel: { color: colors.dim, fontSize: 11, hideOverlap: true },
});

/** A series' own colour, if it specifies one. */
export const ownColor = (context: OptionContext, variable: string | undefined) =>
  variable === undefined ? {} : { color: context.colors.colorOf(variable) };
