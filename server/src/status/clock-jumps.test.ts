import { pino } from 'pino';
import { expect, test } from 'vitest';
import { watchClock } from './clock-jumps.ts';

const logger = pino({ level: 'silent' });
const YEAR_MS = 365 * 86_400_000;

function clocks() {
  const at = { wall: Date.parse('2026-11-29T12:00:00Z'), steady: 1000 };
  const pass = (ms: number) => {
    at.wall += ms;
    at.steady += ms;
  };
  return { at, pass, clocks: { wall: () => at.wall, steady: () => at.steady } };
}

test('notices a clock that jumps by a year, in both directions', () => {
  const { at, pass, clocks: both } = clocks();
  const watch = watchClock(logger, both);
  pass(10_000);
  watch.check();
  expect(watch.newest()).toBeNull();
  at.wall += YEAR_MS;
  pass(10_000);
  watch.check();
  expect(watch.newest()).toEqual({ byMs: YEAR_MS, at: new Date('2027-11-29T12:00:20Z') });
  at.wall -= YEAR_MS;
  watch.check();
  expect(watch.newest()?.byMs).toBe(-YEAR_MS);
  watch.close();
});

test('forgets a jump after a day, and ignores a clock that NTP slews', () => {
  const { at, pass, clocks: both } = clocks();
  const watch = watchClock(logger, both);
  at.wall += 60_000;
  watch.check();
  pass(86_400_000);
  expect(watch.newest()).toBeNull();
  for (let step = 0; step < 10; step++) {
    at.wall += 2000;
    watch.check();
  }
  expect(watch.newest()).toBeNull();
  watch.close();
});
