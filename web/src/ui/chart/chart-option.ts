import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColors } from './chart-colors.ts';
import { CHART_FONT } from './chart-font.ts';
import type { ChartSpec, Format } from './chart-data.ts';
import { categoryOption, donutOption } from './option-category.ts';
import { GRID } from './option-axes.ts';
import { gaugeOption, heatmapOption } from './option-grid.ts';
import { scatterOption, timeOption } from './option-points.ts';

export interface OptionContext {
  colors: ChartColors;
  format: Format;
  /** The format of the value axis's labels, if it is shorter than `format`. */
  formatTick?: Format | undefined;
  /** The text of a time; `near` is true if the whole chart covers about a day. */
  formatTime: (at: number, near: boolean) => string;
  /** Right-to-left: the category axis runs from the right. */
  rtl: boolean;
  animate: boolean;
}

/** The options that all charts share: fonts, colours, a legend above, tooltips in the application's style. */
function frame({ colors, format, rtl, animate }: OptionContext): EChartsCoreOption {
  return {
    color: colors.palette,
    animation: animate,
    animationDuration: 300,
    textStyle: { fontFamily: CHART_FONT, color: colors.text },
    grid: { ...GRID, top: 40 },
    legend: {
      top: 0,
      ...(rtl ? { right: 0, align: 'right' } : { left: 0 }),
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: 16,
      type: 'scroll',
      textStyle: { color: colors.dim, fontSize: 12 },
      pageTextStyle: { color: colors.dim },
      pageIconColor: colors.text,
      pageIconInactiveColor: colors.line,
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.line,
      borderRadius: 8,
      padding: [8, 12],
      textStyle: { color: colors.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
    },
  };
}

/** The chart as ECharts options. */
export function chartOption(spec: ChartSpec, context: OptionContext): EChartsCoreOption {
  return { ...frame(context), ...ownOption(spec, context) };
}

function ownOption(spec: ChartSpec, context: OptionContext): EChartsCoreOption {
  switch (spec.kind) {
    case 'donut':
      return donutOption(spec.data, context);
    case 'time':
      return timeOption(spec, context);
    case 'scatter':
      return scatterOption(spec, context);
    case 'heatmap':
      return heatmapOption(spec, context);
    case 'gauge':
      return gaugeOption(spec, context);
    default:
      return categoryOption(spec.kind, spec.data, context);
  }
}
