import { expect, it } from 'vitest';
import { connectivityAt } from './connectivity.ts';

const minutes = (count: number) => count * 60_000;

it('is never before the first report', () => {
  expect(connectivityAt(0, null)).toBe('never');
});

it('is online up to ten minutes of silence, inactive from sixty', () => {
  expect(connectivityAt(minutes(10), 0)).toBe('online');
  expect(connectivityAt(minutes(10) + 1, 0)).toBe('silent');
  expect(connectivityAt(minutes(60) - 1, 0)).toBe('silent');
  expect(connectivityAt(minutes(60), 0)).toBe('inactive');
});

it('allows a device that reports hourly twice its interval', () => {
  expect(connectivityAt(minutes(119), 0, 3600)).toBe('online');
  expect(connectivityAt(minutes(121), 0, 3600)).toBe('inactive');
});
