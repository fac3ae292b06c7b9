import type { ChartSpec, Value } from './chart-data.ts';

/** Converts the values of a chart to a unit, so that the steps of its axis are round in it. */
export function inUnits(spec: ChartSpec, unit: number): ChartSpec {
  if (unit === 1) return spec;
  const scaled = (value: Value) => (value === null ? null : value / unit);
  switch (spec.kind) {
    case 'line':
    case 'area':
    case 'bar':
    case 'stacked': {
      const series = spec.data.series.map((one) => ({ ...one, values: one.values.map(scaled) }));
      return { ...spec, data: { ...spec.data, series } };
    }
    case 'time':
      return {
        ...spec,
        series: spec.series.map((one) => ({ ...one, points: one.points.map(([at, value]) => [at, scaled(value)]) })),
      };
    default:
      throw new RangeError(`a chart of kind ${spec.kind} has no axis of values to count in a unit`);
  }
}
