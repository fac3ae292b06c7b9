import type { EChartsCoreOption } from 'echarts/core';
import type { ChartSpec } from './chart-data.ts';
import type { OptionContext } from './chart-option.ts';
import { quietAxis } from './option-axes.ts';
import { itemTooltip } from './option-category.ts';

type Of<Kind extends ChartSpec['kind']> = Extract<ChartSpec, { kind: Kind }>;

export function heatmapOption({ columns, rows, values }: Of<'heatmap'>, context: OptionContext): EChartsCoreOption {
  const { colors, rtl } = context;
  const cells = values.flatMap((row, y) => row.map((value, x) => [x, y, value]));
  const known = values.flat().filter((value) => value !== null);
  return {
    tooltip: { trigger: 'item', ...itemTooltip(context) },
    legend: { show: false },
    grid: { left: 8, right: 16, top: 8, bottom: 48, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { type: 'category', data: columns, inverse: rtl, ...quietAxis(context) },
    yAxis: { type: 'category', data: rows, inverse: true, position: rtl ? 'right' : 'left', ...quietAxis(context) },
    visualMap: {
      min: Math.min(0, ...known),
      max: Math.max(1, ...known),
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 140,
      itemWidth: 10,
      calculable: false,
      inRange: { color: [colors.low, colors.high] },
      textStyle: { color: colors.dim, fontSize: 11 },
      formatter: (value: unknown) => (typeof value === 'number' ? context.format(value) : ''),
    },
    series: [
      { type: 'heatmap', data: cells, itemStyle: { borderColor: colors.surface, borderWidth: 2, borderRadius: 3 } },
    ],
  };
}

export function gaugeOption({ name, value, min, max }: Of<'gauge'>, context: OptionContext): EChartsCoreOption {
  const { colors, format } = context;
  const clamped = Math.min(max, Math.max(min, value));
  return {
    tooltip: { show: false },
    legend: { show: false },
    series: [
      {
        type: 'gauge',
        min,
        max,
        startAngle: 210,
        endAngle: -30,
        center: ['50%', '58%'],
        radius: '92%',
        progress: { show: true, width: 12, roundCap: true },
        axisLine: { roundCap: true, lineStyle: { width: 12, color: [[1, colors.line]] } },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { show: false },
        pointer: { show: false },
        title: { offsetCenter: [0, '34%'], color: colors.dim, fontSize: 13 },
        detail: {
          offsetCenter: [0, '0%'],
          color: colors.text,
          fontSize: 30,
          fontWeight: 650,
          formatter: () => format(value),
        },
        data: [{ name, value: clamped }],
      },
    ],
  };
}
