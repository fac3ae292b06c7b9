import { expect, test } from 'vitest';
import { chartHeight, chartRows, valuesAt } from './chart-rows.ts';
import { timeScale } from '../../../ui/chart/time-scale.ts';
import { SIDE_PX } from './strip-option.ts';

const speed = { key: 'speed', kind: 'number' } as const;
const ignition = { key: 'ignition', kind: 'flag' } as const;

test('each part of the range gives its least and its greatest, one point where they are the same', () => {
  const series = { bucketMs: 1000, holeMs: 300_000, series: [{ key: 'speed', min: [10, 5], max: [30, 5] }] };
  const [row] = chartRows([speed], series, 0);
  expect(row?.points).toEqual([
    [250, 10],
    [750, 30],
    [1250, 5],
  ]);
});

const isBroken = (bucketMs: number, gapMs: number) => {
  const series = { bucketMs, holeMs: gapMs, series: [{ key: 'speed', min: [1, null, 1], max: [1, null, 1] }] };
  return chartRows([speed], series, 0)[0]?.points.some(([, value]) => value === null);
};

test('the line continues over short intervals and breaks at gaps, as the organisation defines them', () => {
  expect([isBroken(300_000, 300_000), isBroken(300_001, 300_000)]).toEqual([false, true]);
  expect([isBroken(300_001, 900_000), isBroken(900_001, 900_000)]).toEqual([false, true]);
});

test('strips are one below the other, only the requested ones', () => {
  const series = {
    bucketMs: 1,
    holeMs: 300_000,
    series: [
      { key: 'speed', min: [1], max: [1] },
      { key: 'ignition', min: [1], max: [1] },
    ],
  };
  const rows = chartRows([speed, ignition, { key: 'fuelL', kind: 'number' }], series, 0);
  expect(rows.map(({ key }) => key)).toEqual(['speed', 'ignition']);
  const [first, second] = rows;
  expect((second?.top ?? 0) - (first?.top ?? 0)).toBeGreaterThan(first?.height ?? 0);
  expect(chartHeight(rows)).toBeGreaterThan((second?.top ?? 0) + (second?.height ?? 0));
  expect(chartHeight([])).toBe(0);
});

test('the values at a moment are the least and the greatest of its part; none outside', () => {
  const series = { key: 'speed', min: [1, null], max: [9, null] };
  expect([valuesAt(series, 1000, 999), valuesAt(series, 1000, 1000), valuesAt(series, 1000, 5000)]).toEqual([
    [1, 9],
    null,
    null,
  ]);
});

test('times and pixels convert both ways, from the right in right-to-left, and stay within the chart', () => {
  for (const rtl of [false, true]) {
    const scale = timeScale(1000, 2000, 456, rtl, SIDE_PX);
    for (const ms of [1000, 1250, 2000]) expect(scale.msOf(scale.xOf(ms))).toBeCloseTo(ms, 6);
    expect(scale.msOf(-50)).toBe(rtl ? 2000 : 1000);
  }
  // 44 px for the axis at the side where reading begins, 12 px of margin opposite.
  expect(timeScale(0, 1, 456, false, SIDE_PX).xOf(0)).toBe(44);
  expect(timeScale(0, 1, 456, true, SIDE_PX).xOf(0)).toBe(412);
});
