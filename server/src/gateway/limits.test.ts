import { expect, test } from 'vitest';
import { DeviceRates, frameCount } from './limits.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

test('a device may send the amount of ten seconds in a burst, then waits for as long as it was too fast', () => {
  const rates = new DeviceRates(5);
  expect(rates.wait(7, NOON, 50)).toBe(0);
  // Ten frames too many, at five a second.
  expect(rates.wait(7, NOON, 10)).toBe(2000);
  expect(rates.wait(7, NOON + 3000, 5)).toBe(0);
});

test('a clock that is set back by an hour makes no device wait', () => {
  const rates = new DeviceRates(5);
  rates.wait(2, NOON, 1);
  expect(rates.wait(2, NOON - 3_600_000, 1)).toBe(0);
  rates.allow(1, NOON);
  expect(rates.allow(1, NOON - 3_600_000)).toBe(true);
});

test('over UDP and HTTP a device that is too fast is not penalised further', () => {
  const rates = new DeviceRates(1);
  const allowed = (at: number) => Array.from({ length: 100 }, () => rates.allow(7, at)).filter(Boolean).length;
  expect(allowed(NOON)).toBe(10);
  expect(allowed(NOON + 2000)).toBe(2);
  expect(rates.allow(8, NOON + 2000)).toBe(true);
});

test('a large frame counts as much as the small ones that it could have been', () => {
  const rates = new DeviceRates(10);
  // A burst of 100 frames is allowed, and 32 KiB count as 128.
  expect(rates.wait(7, NOON, frameCount(1, 32_768))).toBe(2800);
  // Without a connection that can be paused, such a frame passes when the bucket is full.
  const dropping = new DeviceRates(10);
  expect(dropping.allow(7, NOON, frameCount(1, 32_768))).toBe(true);
  expect(dropping.allow(7, NOON + 12_000, frameCount(1, 32_768))).toBe(false);
  expect(dropping.allow(7, NOON + 13_000, frameCount(1, 32_768))).toBe(true);
  // An ordinary frame counts as one.
  expect(frameCount(1, 100)).toBe(1);
  expect(frameCount(5, 1280)).toBe(5);
});
