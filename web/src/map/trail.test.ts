import { expect, test } from 'vitest';
import { growTrail, trailArrows, trailColors, trailOf } from './trail.ts';

const HOUR = 3_600_000;
const trail = trailOf([
  [0, 0, 1000, 30],
  [0, 0.01, 2000, 30],
  [0.01, 0.01, 3000, 30],
]);

test('a newer fix is added, an older or the same one is not', () => {
  expect(growTrail(trail, 1, 2, 4000, HOUR).path.at(-1)).toEqual([2, 1]);
  expect(growTrail(trail, 1, 2, 3000, HOUR)).toBe(trail);
});

test('what is older than the kept time goes', () => {
  expect(growTrail(trail, 1, 2, 2000 + HOUR, HOUR).times).toEqual([2000, 3000, 2000 + HOUR]);
  expect(growTrail(trail, 1, 2, 3001 + HOUR, HOUR).times).toEqual([3001 + HOUR]);
});

test('the newest is the strongest, the oldest the faintest', () => {
  const alphas = trailColors(trail, [1, 2, 3]).map((color) => color[3]);
  expect(alphas[0]).toBe(36);
  expect(alphas[2]).toBe(235);
  expect(alphas[1]).toBeGreaterThan(36);
  expect(alphas[1]).toBeLessThan(235);
});

test('arrows show the way: first east, then north', () => {
  // 0.01 degrees are 100 px on a world of 3,600,000 px.
  const arrows = trailArrows(trail, 3_600_000, 84);
  expect(arrows.map(({ courseDeg }) => Math.round(courseDeg))).toEqual([90, 0]);
  expect(arrows[0]?.position).toEqual([0.005, 0]);
});

test('far away there is no room for arrows', () => {
  expect(trailArrows(trail, 3600, 84)).toEqual([]);
});
