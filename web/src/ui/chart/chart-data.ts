/** The value of a point; null leaves a gap. */
export type Value = number | null;

export interface ChartSeries {
  name: string;
  values: readonly Value[];
  /** The name of a colour variable, such as `--status-running`; taken in turn from the palette if omitted. */
  color?: string;
}

/** Series over shared categories: line, area, bar, stacked bar, donut. */
export interface CategoryData {
  categories: readonly string[];
  series: readonly ChartSeries[];
}

/** Points in time, epoch milliseconds and value, in order of time. */
export interface TimeSeries {
  name: string;
  points: readonly (readonly [at: number, value: Value])[];
  color?: string;
}

export interface PointSeries {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
  color?: string;
}

export type ChartSpec =
  | { kind: 'line' | 'area' | 'bar' | 'stacked'; data: CategoryData }
  | { kind: 'donut'; data: CategoryData }
  | { kind: 'time'; series: readonly TimeSeries[]; area?: boolean; zoom?: boolean }
  | { kind: 'scatter'; series: readonly PointSeries[]; xLabel: string; yLabel: string }
  /** `values[row][column]`. */
  | { kind: 'heatmap'; columns: readonly string[]; rows: readonly string[]; values: readonly (readonly Value[])[] }
  | { kind: 'gauge'; name: string; value: number; min: number; max: number };

export type Format = (value: number) => string;

/** The content of a chart as a table for people who cannot see it: headings, and rows that begin with their name. */
export interface TableOfChart {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}
