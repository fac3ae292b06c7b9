import { expect, test } from 'vitest';
import { restMs, BackgroundPacer } from './unhurried.ts';

test('background work runs a quarter of the time, less in a busy process, and never stops', () => {
  expect(restMs(20, 0)).toBe(60);
  expect(restMs(20, 0.5)).toBe(120);
  expect(restMs(20, 0.99)).toBe(300);
  expect(restMs(20, 1)).toBe(300);
  expect(restMs(3000, 0.9)).toBe(30_000);
});

test('a pause ends when the work is aborted', async () => {
  const broken = new AbortController();
  const unhurried = new BackgroundPacer(broken.signal);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const rest = unhurried.rest();
  broken.abort();
  await expect(rest).rejects.toThrow('aborted');
});
