import type { ChartSpec, Format, TableOfChart, Value } from './chart-data.ts';

/** More rows than this tell a reader nothing; a long run of points is thinned evenly to so many. */
export const MAX_TABLE_ROWS = 200;

/** Every n-th item so that at most `most` stay; the first and the last always do. */
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

/** The chart as a table: what a screen reader reads, and what a person can ask to see instead. */
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
