import { array, assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLabels } from './labels.ts';

const at = (id: number, x: number, y: number) => ({ id, text: 'SBA 4821', x, y });
const ids = (chosen: { id: number }[]) => chosen.map(({ id }) => id).toSorted((a, b) => a - b);

test('vehicles far from each other all have their labels', () => {
  expect(ids(chooseLabels([at(1, 0, 0), at(2, 200, 0), at(3, 0, 100)], new Set(), null))).toEqual([1, 2, 3]);
});

test('of two that would overlap one is shown, preferably the one shown before', () => {
  const near = [at(1, 0, 0), at(2, 30, 0)];
  expect(ids(chooseLabels(near, new Set(), null))).toEqual([1]);
  expect(ids(chooseLabels(near, new Set([2]), null))).toEqual([2]);
});

test('no label covers another vehicle', () => {
  // The second vehicle is 24 px below the first, where its label would be.
  expect(ids(chooseLabels([at(1, 0, 0), at(2, 0, 24)], new Set(), null))).toEqual([2]);
});

test('the label of the selected vehicle is always shown', () => {
  expect(ids(chooseLabels([at(1, 0, 0), at(2, 0, 24)], new Set([2]), 1))).toContain(1);
});

test('whatever the places, chosen labels do not overlap', () => {
  const place = record({ x: integer({ min: 0, max: 400 }), y: integer({ min: 0, max: 300 }) });
  assert(
    property(array(place, { maxLength: 40 }), (places) => {
      const chosen = chooseLabels(
        places.map(({ x, y }, index) => at(index + 1, x, y)),
        new Set(),
        null,
      );
      for (const a of chosen)
        for (const b of chosen) {
          if (a.id < b.id) expect(Math.abs(a.x - b.x) >= 65.2 || Math.abs(a.y - b.y) >= 18).toBe(true);
        }
    }),
  );
});
