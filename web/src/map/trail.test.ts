import { expect, test } from 'vitest';
import { fadedPieces, growTrail, trailArrows, trailOf } from './trail.ts';

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

test('fixes older than the retention are dropped', () => {
  expect(growTrail(trail, 1, 2, 2000 + HOUR, HOUR).times).toEqual([2000, 3000, 2000 + HOUR]);
  expect(growTrail(trail, 1, 2, 3001 + HOUR, HOUR).times).toEqual([3001 + HOUR]);
});

test('the newest piece is the strongest, the oldest the faintest, and each begins where the previous one ends', () => {
  const long = trailOf(Array.from({ length: 101 }, (_, at) => [0, at / 1000, at * 1000, 40] as const));
  const pieces = fadedPieces(long, [0.2, 0]);
  expect(pieces[0]?.path[0]).toEqual([0, 0]);
  expect(pieces.at(-1)?.path.at(-1)).toEqual([0.2, 0]);
  for (let at = 1; at < pieces.length; at++) {
    expect(pieces[at]?.path[0]).toEqual(pieces[at - 1]?.path.at(-1));
    expect(pieces[at]?.alpha).toBeGreaterThan(pieces[at - 1]?.alpha ?? 1);
  }
  expect(pieces[0]?.alpha).toBeLessThan(0.2);
  expect(pieces.at(-1)?.alpha).toBeCloseTo(0.92);
  // Few strokes, whatever the number of fixes.
  expect(pieces.length).toBeLessThanOrEqual(17);
});

test('a trail of one fix is the way to where the vehicle is', () => {
  expect(fadedPieces(trailOf([[0, 0, 1000, 40]]), [0.1, 0.1]).map(({ path }) => path)).toEqual([
    [
      [0, 0],
      [0.1, 0.1],
    ],
  ]);
  expect(fadedPieces(trailOf([]), [0.1, 0.1])).toEqual([]);
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
