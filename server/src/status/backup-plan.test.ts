import { expect, test } from 'vitest';
import { nextTime, oldAfterMs } from './backup-plan.ts';

const FRIDAY = new Date('2026-11-27T14:03:00Z');
const HOUR_MS = 3_600_000;

test('the next time of a schedule is that of UTC', () => {
  expect(nextTime('30 1 * * *', FRIDAY)?.toISOString()).toBe('2026-11-28T01:30:00.000Z');
  expect(nextTime('30 3 * * 0', FRIDAY)?.toISOString()).toBe('2026-11-29T03:30:00.000Z');
  expect(nextTime(null, FRIDAY)).toBeNull();
  expect(nextTime('99 1 * * *', FRIDAY)).toBeNull();
});

test('a backup is too old after two intervals, of which the longest counts', () => {
  expect(oldAfterMs('30 1 * * *', FRIDAY)).toBe(49 * HOUR_MS);
  // From Friday to Monday.
  expect(oldAfterMs('30 1 * * 1-5', FRIDAY)).toBe((2 * 72 + 1) * HOUR_MS);
  expect(oldAfterMs(null, FRIDAY)).toBe(8 * 24 * HOUR_MS);
});
