import { expect, test } from 'vitest';
import { createRebuildPace } from './rebuild-pace.ts';

test('the first index is built immediately, and none without a change', () => {
  const pace = createRebuildPace();
  expect(pace.isDue(0)).toBe(true);
  pace.begin(0);
  expect(pace.isDue(60_000)).toBe(false);
});

test('a change within a second of the last index waits, and is indexed even if no other change follows', () => {
  const pace = createRebuildPace();
  pace.begin(0);
  pace.change();
  expect(pace.isDue(999)).toBe(false);
  expect(pace.isDue(1000)).toBe(true);
  expect(pace.isDue(60_000)).toBe(true);
  pace.begin(60_000);
  expect(pace.isDue(120_000)).toBe(false);
});

test('a change during a rebuild stays pending', () => {
  const pace = createRebuildPace();
  pace.begin(0);
  pace.change();
  pace.end(20);
  expect(pace.isDue(1000)).toBe(true);
});

test('a slow rebuild takes at most a fifth of the time', () => {
  const pace = createRebuildPace();
  pace.begin(0);
  pace.end(400);
  pace.change();
  expect(pace.isDue(1999)).toBe(false);
  expect(pace.isDue(2000)).toBe(true);
});

test('another filter does not wait', () => {
  const pace = createRebuildPace();
  pace.begin(0);
  pace.hurry();
  expect(pace.isDue(1)).toBe(true);
});
