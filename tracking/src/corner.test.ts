import { expect, it } from 'vitest';
import { wayM } from './corner.ts';
import { between } from './geo.ts';
import type { Fix } from './track-state.ts';

const DEGREE_M = 111_195.08;
const fix = (second: number, eastM: number, northM: number, speedKph: number, courseDeg: number): Fix => ({
  time: second * 1000,
  hash: 0,
  lat: northM / DEGREE_M,
  lon: eastM / DEGREE_M,
  speedKph,
  courseDeg,
  ignition: true,
  odometerM: null,
});
const way = (from: Fix, to: Fix) => wayM(from, to, between(from, to));

it('goes round the corner where two courses meet', () => {
  // 300 m east, then 400 m north: 700 m where the straight line is 500 m.
  expect(way(fix(0, 0, 0, 40, 90), fix(60, 300, 400, 40, 0))).toBeCloseTo(700, 0);
});

it('stays straight on a straight road, and on a slight bend', () => {
  expect(way(fix(0, 0, 0, 40, 90), fix(30, 400, 0, 40, 90))).toBeCloseTo(400, 1);
  expect(way(fix(0, 0, 0, 40, 85), fix(30, 400, 0, 40, 95))).toBeCloseTo(400, 1);
});

const step = (seconds: number) => way(fix(0, 0, 0, 36, 90), fix(seconds, 400, 300, 36, 90));

it('takes a side step to be as long as the speeds reach, between the line and the way round the block', () => {
  // East, 300 m to the north, east again: 400 m along and 300 m across are 700 m at most, 500 m at least.
  expect(step(60)).toBeCloseTo(600, 0);
  expect(step(90)).toBeCloseTo(700, 0);
  expect(step(40)).toBeCloseTo(500, 0);
});

it('does not ask a standing receiver for its course', () => {
  expect(way(fix(0, 0, 0, 0, 90), fix(60, 300, 400, 0, 0))).toBeCloseTo(500, 0);
});
