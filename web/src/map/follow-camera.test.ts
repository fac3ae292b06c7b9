import { expect, test } from 'vitest';
import { freeOffset, outOfMiddle } from './follow-camera.ts';

const SIZE = { width: 1000, height: 800 };
const NONE = { left: 0, right: 0, top: 0, bottom: 0 };

test('a vehicle in the middle part leaves the camera alone', () => {
  expect(outOfMiddle(500, 400, SIZE, NONE)).toEqual([0, 0]);
  expect(outOfMiddle(500 + 220, 400 - 176, SIZE, NONE)).toEqual([0, 0]);
});

test('outside of it the distance to move is returned', () => {
  expect(outOfMiddle(721, 400, SIZE, NONE)).toEqual([221, 0]);
});

test('the part covered by a panel does not count as map', () => {
  // With a card of 400 px on the right, the centre is at 300.
  expect(outOfMiddle(500, 400, SIZE, { ...NONE, right: 400 })).toEqual([200, 0]);
  expect(outOfMiddle(300, 400, SIZE, { ...NONE, right: 400 })).toEqual([0, 0]);
  expect(freeOffset({ ...NONE, right: 400 })).toEqual([-200, 0]);
});
