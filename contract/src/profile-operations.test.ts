import { expect, test } from 'vitest';
import { TimeZone } from './profile-operations.ts';

test('a time zone is known to the runtime, or empty for the browser’s', () => {
  expect(['', 'UTC', 'Asia/Kolkata', 'America/Montevideo'].map((name) => TimeZone.safeParse(name).success)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['Mars/Base', 'somewhere'].map((name) => TimeZone.safeParse(name).success)).toEqual([false, false]);
});
