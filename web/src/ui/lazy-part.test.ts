// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilLoaded } from './lazy-part.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Fails the given number of times, then returns the part. */
const failing = (times: number) => {
  let left = times;
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch');
    return 'the part';
  });
};

test('a part that cannot be loaded is retried after a while', async () => {
  const load = failing(2);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(4999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5001);
  expect(load).toHaveBeenCalledTimes(3);
  expect(await loaded).toBe('the part');
});

test('and immediately when the browser comes online', async () => {
  const load = failing(1);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(10);
  dispatchEvent(new Event('online'));
  expect(await loaded).toBe('the part');
});
