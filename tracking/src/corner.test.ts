import { expect, it } from 'vitest';
import { wayM } from './corner.ts';
import { between } from './geo.ts';
import type { Fix } from './motion-state.ts';

const DEGREE_M = 111_195.08;
const fix = (second: number, eastM: number, northM: number, speedKph: number, courseDeg: number): Fix => ({
  time: second * 1000,
  hash: 0,
  lat: northM / DEGREE_M,
  lon: eastM / DEGREE_M,
  speedKph,
  courseDeg,
  engine: true,
  odometerM: null,
});
const way = (from: Fix, to: Fix) => wayM(from, to, between(from, to));

const corner = (seconds: number) => way(fix(0, 0, 0, 36, 90), fix(seconds, 300, 400, 36, 0));

it('goes round the corner where two courses meet, as far as the speeds reach, and never straight through', () => {
  // A drive of 300 m east and then 400 m north is 700 m long. The straight line is 500 m, and a bend along both is (2 x
  // 500 + 700) / 3.
  expect(corner(90)).toBeCloseTo(700, 0);
  expect(corner(65)).toBeCloseTo(650, 0);
  expect(corner(40)).toBeCloseTo(1700 / 3, 0);
});

it('stays straight on a straight road, and on a slight bend', () => {
  expect(way(fix(0, 0, 0, 40, 90), fix(30, 400, 0, 40, 90))).toBeCloseTo(400, 1);
  expect(way(fix(0, 0, 0, 40, 85), fix(30, 400, 0, 40, 95))).toBeCloseTo(400, 1);
});

const step = (seconds: number) => way(fix(0, 0, 0, 36, 90), fix(seconds, 400, 300, 36, 90));

it('takes a side step to be as long as the speeds allow, between the line and the way round the block', () => {
  // The vehicle drives east, 300 m to the north, and east once more: 400 m along and 300 m across are at most 700 m and
  // at least 500 m.
  expect(step(60)).toBeCloseTo(600, 0);
  expect(step(90)).toBeCloseTo(700, 0);
  expect(step(40)).toBeCloseTo(500, 0);
});

it('ignores the course of a standing receiver', () => {
  expect(way(fix(0, 0, 0, 0, 90), fix(60, 300, 400, 0, 0))).toBeCloseTo(500, 0);
});

it('goes half way round if only one end shows a turn', () => {
  // The vehicle starts from a standstill and arrives northwards, 300 m to the east: the path is at most 700 m and at
  // least 500 m.
  expect(way(fix(0, 0, 0, 0, 90), fix(60, 300, 400, 40, 0))).toBeCloseTo(600, 0);
  expect(way(fix(0, 0, 0, 40, 0), fix(60, 300, 400, 0, 0))).toBeCloseTo(600, 0);
  // Arrives from the direction in which it left: it turned round, half of twice the path.
  expect(way(fix(0, 0, 0, 0, 0), fix(60, 0, 400, 40, 180))).toBeCloseTo(600, 0);
});

const uTurn = (seconds: number) => way(fix(0, 0, 0, 36, 0), fix(seconds, 100, 0, 36, 180));

it('turns round in at least half a circle, and at most twice the line', () => {
  expect(uTurn(10)).toBeCloseTo(157.1, 0);
  expect(uTurn(18)).toBeCloseTo(180, 0);
  expect(uTurn(60)).toBeCloseTo(200, 0);
});

it('is straight where the line is so short that its direction is noise', () => {
  expect(way(fix(0, 0, 0, 36, 90), fix(10, 0, 49, 36, 0))).toBeCloseTo(49, 1);
  expect(way(fix(0, 0, 0, 36, 90), fix(10, 0, 51, 36, 0))).toBeGreaterThan(52);
});
