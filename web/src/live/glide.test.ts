import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { distanceM, glideMs, glideShare, angleDifferenceDeg, turnShare } from './glide.ts';

test('a course turns the short way', () => {
  expect(angleDifferenceDeg(350, 10)).toBe(20);
  expect(angleDifferenceDeg(10, 350)).toBe(-20);
  expect(angleDifferenceDeg(90, 100)).toBe(10);
  expect(angleDifferenceDeg(0, 180)).toBe(-180);
});

test('the short way is never more than half a turn and always arrives', () => {
  assert(
    property(integer({ min: -720, max: 720 }), integer({ min: -720, max: 720 }), (from, to) => {
      const turn = angleDifferenceDeg(from, to);
      expect(Math.abs(turn)).toBeLessThanOrEqual(180);
      expect((((from + turn - to) % 360) + 360) % 360).toBe(0);
    }),
  );
});

test('one degree of latitude is 111.195 km (2 pi R / 360)', () => {
  expect(distanceM(0, 0, 1, 0)).toBeCloseTo(111_195.1, 0);
  // At 60 degrees north a degree of longitude is half as long as at the equator.
  expect(distanceM(60, 10, 60, 11)).toBeCloseTo(55_597.5, 0);
});

test('the 180th meridian is crossed, not gone round', () => {
  expect(distanceM(0, 179.99, 0, -179.99)).toBeCloseTo(2223.9, 0);
});

test('a glide lasts as long as the interval of the fixes, within 1 to 10 s', () => {
  expect(glideMs(50, 5000, 300)).toBe(5000);
  expect(glideMs(50, 200, 300)).toBe(1000);
  expect(glideMs(50, 30_000, 300)).toBe(10_000);
});

test('it jumps over 1 km, after a gap of a minute, to an old fix, and where nothing was shown before', () => {
  expect(glideMs(1000, 5000, 0)).toBe(5000);
  expect(glideMs(1001, 5000, 0)).toBe(0);
  expect(glideMs(10, 60_000, 0)).toBe(0);
  expect(glideMs(10, 5000, 60_001)).toBe(0);
  expect(glideMs(Number.NaN, 5000, 0)).toBe(0);
  expect(glideMs(10, Number.NaN, 0)).toBe(0);
});

test('the share goes from 0 to 1 and not past the fix', () => {
  expect(glideShare(1000, 4000, 500)).toBe(0);
  expect(glideShare(1000, 4000, 2000)).toBe(0.25);
  expect(glideShare(1000, 4000, 9000)).toBe(1);
  expect(glideShare(1000, 0, 1000)).toBe(1);
});

test('the turn is done in 0.7 s of a longer glide', () => {
  expect(turnShare(0, 5000, 350)).toBe(0.5);
  expect(turnShare(0, 5000, 700)).toBe(1);
});
