import { expect, test } from 'vitest';
import { connectionsWithin } from './open-files.ts';

test('connections leave a quarter of the files, and at least 256, to everything else', () => {
  expect(connectionsWithin(20_000, 1_048_576)).toBe(20_000);
  expect(connectionsWithin(20_000, 20_000)).toBe(15_000);
  expect(connectionsWithin(20_000, 512)).toBe(256);
  expect(connectionsWithin(100, 512)).toBe(100);
  // With fewer files than the reserve, one connection is still accepted.
  expect(connectionsWithin(20_000, 64)).toBe(1);
});
