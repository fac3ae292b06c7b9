import { expect, it } from 'vitest';
import { createDiskForecast } from './disk-forecast.ts';

const HOUR = 3_600_000;
const GB = 1e9;

function after(...free: number[]) {
  const forecast = createDiskForecast();
  for (const [hour, bytes] of free.entries()) forecast.add(hour * HOUR, bytes);
  return forecast.hoursLeft();
}

it('forecasts by steady growth: 10 GB left at 0.5 GB an hour are 20 hours', () => {
  expect(after(11.5 * GB, 11 * GB, 10.5 * GB, 10 * GB)).toBe(20);
});

it('forecasts nothing before two hours were measured, nor when the disk does not fill', () => {
  expect(after(10 * GB, 9 * GB)).toBeNull();
  expect(after(10 * GB, 10 * GB, 10 * GB)).toBeNull();
  expect(after(10 * GB, 11 * GB, 12 * GB)).toBeNull();
});

it('is not misled by one large copy', () => {
  // 50 GB in one of five hours, 0.1 GB in the others.
  expect(after(100 * GB, 99.9 * GB, 99.8 * GB, 49.8 * GB, 49.7 * GB, 49.6 * GB)).toBeCloseTo(496, 0);
});

it('counts the hours without a measurement', () => {
  const forecast = createDiskForecast();
  for (const [hour, free] of [
    [0, 20],
    [4, 16],
    [5, 15],
  ] as const) {
    forecast.add(hour * HOUR, free * GB);
  }
  expect(forecast.hoursLeft()).toBe(15);
});
