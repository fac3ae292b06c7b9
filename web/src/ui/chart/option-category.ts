import type { EChartsCoreOption } from 'echarts/core';
import type { CategoryData } from './chart-data.ts';
import type { OptionContext } from './chart-option.ts';
import { GRID, ownColor, quietAxis, valueAxis } from './option-axes.ts';

type Kind = 'line' | 'area' | 'bar' | 'stacked';

export function categoryOption(kind: Kind, data: CategoryData, context: OptionContext): EChartsCoreOption {
  const { series, categories } = data;
  return {
    xAxis: { type: 'category', data: categories, inverse: context.rtl, ...quietAxis(context) },
    yAxis: { ...valueAxis(context), position: context.rtl ? 'right' : 'left' },
    // The title already names the only series.
    ...(series.length === 1 && { legend: { show: false }, grid: { ...GRID, top: 16 } }),
    series: series.map(({ name, values, color }, index) => {
      const shared = { name, data: values, ...ownColor(context, color) };
      if (kind === 'line' || kind === 'area') {
        return {
          ...shared,
          type: 'line',
          showSymbol: categories.length <= 31,
          symbolSize: 5,
          ...(kind === 'area' && { areaStyle: { opacity: 0.16 } }),
        };
      }
      const onTop = kind === 'bar' || index === series.length - 1;
      return {
        ...shared,
        type: 'bar',
        barMaxWidth: 36,
        itemStyle: { borderRadius: onTop ? [3, 3, 0, 0] : 0, ...ownColor(context, color) },
        ...(kind === 'stacked' && { stack: 'all' }),
      };
    }),
  };
}

/** "Car  39 %". */
const shareLabel = ({ name, percent = 0 }: { name: string; percent?: number }) => `${name}  ${Math.round(percent)} %`;

/** The first series as shares of a ring. */
export function donutOption({ categories, series }: CategoryData, context: OptionContext): EChartsCoreOption {
  const [first] = series;
  return {
    tooltip: { trigger: 'item', ...itemTooltip(context) },
    series: [
      {
        type: 'pie',
        name: first?.name ?? '',
        radius: ['54%', '78%'],
        center: ['50%', '56%'],
        itemStyle: { borderColor: context.colors.surface, borderWidth: 2, borderRadius: 3 },
        label: { color: context.colors.dim, fontSize: 12, formatter: shareLabel },
        labelLine: { lineStyle: { color: context.colors.line } },
        data: categories.map((name, index) => ({ name, value: first?.values[index] ?? 0 })),
      },
    ],
  };
}

/** The tooltip style for a single item instead of an axis. */
export const itemTooltip = ({ colors, format }: OptionContext) => ({
  confine: true,
  backgroundColor: colors.surface,
  borderColor: colors.line,
  borderRadius: 8,
  padding: [8, 12],
  textStyle: { color: colors.text, fontSize: 12 },
  valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
});
