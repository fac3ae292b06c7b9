import type { ChartSpec, Format, TableOfChart, Value } from './chart-data.ts';

/** The maximum number of rows: more tell a reader nothing, so a long series is thinned evenly. */
export const MAX_TABLE_ROWS = 200;

/** Keeps every n-th item so that at most `most` remain, including the first and the last. */
export function thin<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  );
}

interface Words {
  category: string;
  time: string;
  series: string;
  formatTime: (at: number) => string;
  format: Format;
}

/** The chart as a table, for screen readers and for people who choose it instead of the drawing. */
export function chartTable(spec: ChartSpec, { category, time, series, formatTime, format }: Words): TableOfChart {
  const text = (value: Value | undefined) => (value === null || value === undefined ? '–' : format(value));
  switch (spec.kind) {
    case 'time': {
      const times = [...new Set(spec.series.flatMap(({ points }) => points.map(([at]) => at)))].toSorted(
        (a, b) => a - b,
      );
      const byTime = spec.series.map(({ points }) => new Map(points));
      return {
        head: [time, ...spec.series.map(({ name }) => name)],
        rows: thin(times, MAX_TABLE_ROWS).map((at) => [
          formatTime(at),
          ...byTime.map((values) => text(values.get(at))),
        ]),
      };
    }
    case 'scatter': {
      const rows = spec.series.flatMap(({ name, points }) => points.map(([x, y]) => [name, format(x), format(y)]));
      return { head: [series, spec.xLabel, spec.yLabel], rows: thin(rows, MAX_TABLE_ROWS) };
    }
    case 'heatmap':
      return {
        head: [category, ...spec.columns],
        rows: spec.rows.map((name, row) => [
          name,
          ...spec.columns.map((_, column) => text(spec.values[row]?.[column])),
        ]),
      };
    case 'gauge':
      return { head: [category, ''], rows: [[spec.name, format(spec.value)]] };
    default:
      return {
        head: [category, ...spec.data.series.map(({ name }) => name)],
        rows: spec.data.categories.map((name, index) => [
          name,
          ...spec.data.series.map(({ values }) => text(values[index])),
        ]),
      };
  }
}
