import { expect, test } from 'vitest';
import { begun, drawn, pointIn } from './draw.ts';

test('a point is in thousandths of the width, and never outside', () => {
  const box = { left: 100, top: 50, width: 500 };
  expect(pointIn(box, 350, 100)).toEqual([500, 100]);
  expect(pointIn(box, 0, 0)).toEqual([0, 0]);
  expect(pointIn(box, 900, 900)).toEqual([1000, 300]);
});

test('a stroke continues from its beginning, by visible steps', () => {
  const one = begun([], [10, 10]);
  expect(one).toEqual([[10, 10]]);
  expect(drawn(one, [12, 12])).toBe(one);
  expect(drawn(drawn(one, [20, 10]), [20, 30])).toEqual([[10, 10, 20, 10, 20, 30]]);
  expect(begun(one, [500, 10])).toEqual([
    [10, 10],
    [500, 10],
  ]);
  expect(drawn([], [5, 5])).toEqual([]);
});

test('at most what the server accepts is drawn: 40 strokes of 250 points', () => {
  let strokes: readonly (readonly number[])[] = begun([], [0, 0]);
  for (let step = 1; step < 1000; step += 1) strokes = drawn(strokes, [step % 2 === 0 ? 0 : 100, 0]);
  expect(strokes[0]).toHaveLength(500);
  for (let count = 0; count < 200; count += 1) strokes = begun(strokes, [0, 0]);
  expect(strokes).toHaveLength(40);
});
