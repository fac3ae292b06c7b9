import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { expect, test } from 'vitest';
import { redo, startHistory, step, undo } from './shape-history.ts';

const circle = (radiusM: number): FenceShape => ({ kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM });

test('steps are undone to the empty drawing, and redone', () => {
  const drawn = step(step(startHistory(null), circle(10)), circle(20));
  const back = undo(undo(drawn));
  expect(back.present).toBeNull();
  expect(undo(back)).toEqual(back);
  expect(redo(redo(back))).toEqual(drawn);
  expect(redo(drawn)).toEqual(drawn);
});

test('a new step drops the redo steps; the same shape is not a step', () => {
  const drawn = step(startHistory(circle(10)), circle(20));
  const other = step(undo(drawn), circle(30));
  expect(other.present).toEqual(circle(30));
  expect(other.future).toEqual([]);
  expect(step(other, circle(30))).toBe(other);
});

test('stores a hundred steps', () => {
  let history = startHistory(null);
  for (let radius = 1; radius <= 150; radius += 1) history = step(history, circle(radius));
  expect(history.past).toHaveLength(100);
});
