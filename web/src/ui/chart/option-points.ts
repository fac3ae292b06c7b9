import type { EChartsCoreOption } from 'echarts/core';
import type { ChartSpec } from './chart-data.ts';
import type { OptionContext } from './chart-option.ts';
import { ownColor, quietAxis, valueAxis } from './option-axes.ts';
import { itemTooltip } from './option-category.ts';

type Of<Kind extends ChartSpec['kind']> = Extract<ChartSpec, { kind: Kind }>;

/** A chart over less than this shows only the time of day along its axis. */
const NEAR_MS = 2 * 86_400_000;

/** The time axis in the person's own zone and language, which ECharts does not support. */
function timeAxis(series: Of<'time'>['series'], context: OptionContext) {
  const times = series.flatMap(({ points }) => [points[0]?.[0], points.at(-1)?.[0]]).filter((at) => at !== undefined);
  const near = Math.max(...times) - Math.min(...times) < NEAR_MS;
  const quiet = quietAxis(context);
  return {
    type: 'time',
    inverse: context.rtl,
    ...quiet,
    axisLabel: { ...quiet.axisLabel, formatter: (at: number) => context.formatTime(at, near) },
    axisPointer: { label: { formatter: ({ value }: { value: number }) => context.formatTime(value, false) } },
  };
}

export function timeOption({ series, area, zoom }: Of<'time'>, context: OptionContext): EChartsCoreOption {
  const { colors } = context;
  return {
    // Times that are round in the browser's zone would be meaningless to the person.
    useUTC: true,
    xAxis: timeAxis(series, context),
    yAxis: { ...valueAxis(context), position: context.rtl ? 'right' : 'left' },
    series: series.map(({ name, points, color }) => ({
      type: 'line',
      name,
      data: points,
      showSymbol: false,
      // Keeps the peaks if there are more points than pixels.
      sampling: 'lttb',
      lineStyle: { width: 1.5 },
      ...(area === true && { areaStyle: { opacity: 0.14 } }),
      ...ownColor(context, color),
    })),
    ...(zoom === true && {
      grid: { left: 8, right: 16, top: 40, bottom: 48, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      dataZoom: [
        { type: 'inside' },
        {
          type: 'slider',
          height: 24,
          bottom: 4,
          borderColor: colors.line,
          fillerColor: 'rgb(116 168 253 / 16%)',
          dataBackground: { lineStyle: { color: colors.dim }, areaStyle: { color: colors.line } },
          textStyle: { color: colors.dim, fontSize: 11 },
        },
      ],
    }),
  };
}

export function scatterOption({ series, xLabel, yLabel }: Of<'scatter'>, context: OptionContext): EChartsCoreOption {
  const { colors, format } = context;
  const name = { nameTextStyle: { color: colors.dim, fontSize: 11 } };
  return {
    tooltip: { trigger: 'item', ...itemTooltip(context) },
    grid: { left: 8, right: 16, top: 56, bottom: 24, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'value',
      inverse: context.rtl,
      name: xLabel,
      nameLocation: 'middle',
      nameGap: 28,
      scale: true,
      ...name,
      ...quietAxis(context),
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: { color: colors.dim, fontSize: 11, formatter: format },
    },
    yAxis: { ...valueAxis(context), name: yLabel, scale: true, position: context.rtl ? 'right' : 'left', ...name },
    series: series.map(({ name: label, points, color }) => ({
      type: 'scatter',
      name: label,
      data: points,
      symbolSize: 7,
      itemStyle: { opacity: 0.75, ...ownColor(context, color) },
    })),
  };
}
