import { expect, test } from 'vitest';
import { restMs } from './unhurried.ts';

test('what nobody waits for works a quarter of the time, less in a busy process, and is never stopped', () => {
  expect(restMs(20, 0)).toBe(60);
  expect(restMs(20, 0.5)).toBe(120);
  expect(restMs(20, 0.99)).toBe(300);
  expect(restMs(20, 1)).toBe(300);
  expect(restMs(1000, 0.5)).toBe(2000);
});
