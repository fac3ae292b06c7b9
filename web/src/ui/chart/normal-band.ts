import type { NormalRange } from '../sensor/normal-range.ts';
import type { ChartColors } from './chart-colors.ts';

interface Place {
  /** The index of the strip. */
  index: number;
  from: number;
  to: number;
  colors: ChartColors;
}

/** The normal range of a sensor behind its line, as ECharts options: a band, or a line if only one limit is set. */
export function normalBand({ normalMin, normalMax }: NormalRange, { index, from, to, colors }: Place): object[] {
  const across = (value: number) => [
    [from, value],
    [to, value],
  ];
  const shared = {
    type: 'line',
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    showSymbol: false,
    color: colors.colorOf('--status-running'),
    lineStyle: { width: 1, type: 'dashed', opacity: 0.7 },
    z: 1,
  };
  if (normalMin === null || normalMax === null) {
    return [normalMin, normalMax].flatMap((value) => (value === null ? [] : [{ ...shared, data: across(value) }]));
  }
  // The upper line is stacked on the lower one, and the area between them is filled, below zero too.
  const stacked = { ...shared, stack: `normal-${index}`, stackStrategy: 'all' };
  return [
    { ...stacked, data: across(normalMin) },
    { ...stacked, data: across(normalMax - normalMin), areaStyle: { opacity: 0.1 } },
  ];
}
