import { expect, test } from 'vitest';
import { heightOf, nearestStop, nextStop } from './sheet-stops.ts';

test('three heights on a phone of 792 px', () => {
  expect([heightOf('peek', 792), heightOf('half', 792), heightOf('full', 792)]).toEqual([160, 412, 736]);
});

test('let go, it goes to the nearest', () => {
  expect([100, 285, 287, 573, 575, 792].map((height) => nearestStop(height, 792))).toEqual([
    'peek',
    'peek',
    'half',
    'half',
    'full',
    'full',
  ]);
});

test('the handle steps through all', () => {
  expect(nextStop('peek')).toBe('half');
  expect(nextStop('half')).toBe('full');
  expect(nextStop('full')).toBe('peek');
});
