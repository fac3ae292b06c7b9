import { expect, test } from 'vitest';
import { chartOption } from './chart-option.ts';
import { inUnits } from './in-units.ts';

const MILE_M = 1609.344;
const colors = { palette: [], text: '', dim: '', line: '', surface: '', low: '', high: '', colorOf: () => '' };

test('values are converted to miles, and gaps stay', () => {
  const data = { categories: ['a', 'b', 'c'], series: [{ name: 'Distance', values: [MILE_M, null, 10 * MILE_M] }] };
  const counted = inUnits({ kind: 'bar', data }, MILE_M);
  expect(counted).toEqual({ kind: 'bar', data: { ...data, series: [{ name: 'Distance', values: [1, null, 10] }] } });
});

test('times stay unchanged', () => {
  const spec = { kind: 'time', series: [{ name: 'Speed', points: [[1000, 3600] as const] }] } as const;
  expect(inUnits(spec, 3600)).toMatchObject({ series: [{ points: [[1000, 1]] }] });
});

test('the axis labels the value of a step', () => {
  const data = { categories: ['a'], series: [{ name: 'Distance', values: [MILE_M] }] };
  const option = chartOption(inUnits({ kind: 'bar', data }, MILE_M), {
    colors,
    format: (counted) => `${(counted * MILE_M).toFixed(0)} m`,
    formatTime: String,
    rtl: false,
    animate: false,
  });
  expect(JSON.stringify(option['series'])).toContain('[1]');
});
