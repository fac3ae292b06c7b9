import { expect, test } from 'vitest';
import { unwrapRing } from './unwrap.ts';

test('a ring that stays on one side is unchanged', () => {
  const ring = [
    [10, 10],
    [20, 10],
    [20, 20],
    [10, 10],
  ];
  expect(unwrapRing(ring)).toEqual(ring);
});

test('a ring across the 180th meridian continues beyond it, in either direction', () => {
  const eastward = [
    [170, 60],
    [-170, 60],
    [-170, 70],
    [170, 70],
    [170, 60],
  ];
  expect(unwrapRing(eastward).map(([lon]) => lon)).toEqual([170, 190, 190, 170, 170]);
  const westward = [
    [-170, 60],
    [170, 60],
    [170, 70],
    [-170, 70],
    [-170, 60],
  ];
  expect(unwrapRing(westward).map(([lon]) => lon)).toEqual([-170, -190, -190, -170, -170]);
});

test('a ring round a pole is closed along the edge of the map', () => {
  const ring = [
    [-170, -70],
    [-50, -75],
    [70, -70],
    [-170, -70],
  ];
  expect(unwrapRing(ring)).toEqual([
    [-170, -70],
    [-50, -75],
    [70, -70],
    [190, -70],
    [190, -90],
    [-170, -90],
    [-170, -70],
  ]);
});
