import { expect, test } from 'vitest';
import { isFleetSilent } from './live-badge.tsx';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

test('the connection is shown as live only while something arrives: within ten minutes', () => {
  expect(isFleetSilent({ loaded: true, lastReceiptAt: NOW - 10 * MINUTE }, NOW)).toBe(false);
  expect(isFleetSilent({ loaded: true, lastReceiptAt: NOW - 10 * MINUTE - 1 }, NOW)).toBe(true);
  expect(isFleetSilent({ loaded: true, lastReceiptAt: 0 }, NOW)).toBe(true);
  expect(isFleetSilent({ loaded: false, lastReceiptAt: 0 }, NOW)).toBe(false);
});
