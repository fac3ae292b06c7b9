import { expect, test } from 'vitest';
import { axisOf, chartHeight, pointsOf, stripsOf, valuesAt } from './strips.ts';

test('a step gives its least and its greatest, a value itself', () => {
  const line = { times: [0, 1000], lows: [10, 5], highs: [30, 5] };
  expect(pointsOf(line, [], 1000)).toEqual([
    [250, 10],
    [750, 30],
    [1250, 5],
    [1750, 5],
  ]);
  expect(pointsOf({ times: [0, 1000], lows: [1, 2], highs: [1, 2] }, [], 0)).toEqual([
    [0, 1],
    [1000, 2],
  ]);
  // Two values at the same time.
  expect(pointsOf({ times: [5], lows: [1], highs: [2] }, [], 0)).toEqual([
    [5, 1],
    [5, 2],
  ]);
});

test('the line breaks at a gap of the vehicle, and not where only this attribute is missing', () => {
  const line = { times: [0, 10, 20, 50], lows: [1, 1, 1, 1], highs: [1, 1, 1, 1] };
  const broken = pointsOf(line, [[25, 45]], 0).map(([, value]) => value);
  expect(broken).toEqual([1, 1, 1, null, 1]);
  expect(pointsOf(line, [], 0)).toHaveLength(4);
});

test('an hour that occurs twice is drawn twice, separately', () => {
  const line = { times: [0, 10, 20, 30], lows: [1, 2, 9, 4], highs: [1, 2, 9, 4] };
  const points = pointsOf(line, [], 0, (ms) => (ms >= 20 ? ms - 20 : ms));
  expect(points).toEqual([
    [0, 1],
    [10, 2],
    [10, null],
    [0, 9],
    [10, 4],
  ]);
});

test('attributes of one unit share an axis, distances and heights do not', () => {
  expect([axisOf('powerV'), axisOf('batteryV'), axisOf('speed'), axisOf('obdSpeedKph')]).toEqual([
    'V',
    'V',
    'Kph',
    'Kph',
  ]);
  expect([axisOf('altitude'), axisOf('odometerM'), axisOf('satellites')]).toEqual([
    'altitude',
    'odometerM',
    'satellites',
  ]);
});

const lineOf = (vehicleId: number, key: string) => ({ vehicleId, key, values: 1, times: [0], lows: [1], highs: [1] });

test('strips are one below the other; yes and no take a lane each', () => {
  const series = {
    stepS: null,
    vehicles: [],
    lines: [lineOf(1, 'powerV'), lineOf(1, 'batteryV'), lineOf(1, 'door'), lineOf(2, 'door')],
  };
  const strips = stripsOf(
    [
      { key: 'powerV', kind: 'number' },
      { key: 'door', kind: 'flag' },
      { key: 'batteryV', kind: 'number' },
    ],
    series,
    null,
  );
  expect(strips.map(({ id, lines }) => [id, lines.length])).toEqual([
    ['V', 2],
    ['door', 2],
  ]);
  const [first, second] = strips;
  expect(second?.top).toBeGreaterThan((first?.top ?? 0) + (first?.height ?? 0));
  expect(second?.height).toBe(24);
  expect(chartHeight(strips)).toBeGreaterThan((second?.top ?? 0) + 24);
});

test('the values at a moment are those of its step or of the last fix, and none in a gap', () => {
  const line = { times: [0, 1000, 600_000], lows: [1, 5, 2], highs: [9, 5, 3] };
  const at = (ms: number, stepMs = 0) => valuesAt(line, ms, stepMs, [[1000 + stepMs, 600_000]]);
  expect([at(-1), at(500), at(1000), at(5000), at(600_001), at(2_000_000)]).toEqual([
    null,
    [1, 9],
    [5, 5],
    null,
    [2, 3],
    null,
  ]);
  expect([at(1999, 1000), at(2001, 1000)]).toEqual([[5, 5], null]);
});
