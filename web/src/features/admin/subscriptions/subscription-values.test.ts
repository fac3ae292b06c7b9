import { expect, test } from 'vitest';
import { periodAfter } from './subscription-values.ts';

test.each([
  ['2026-01-01', null, 1, '2026-01-31'],
  ['2026-01-01', '2026-01-31', 1, '2026-02-28'],
  // As the server bills it: a month from 31 January ends before 28 February.
  ['2026-01-31', null, 1, '2026-02-27'],
  ['2026-01-15', '2026-02-14', 12, '2027-02-14'],
  ['2028-02-29', null, 12, '2029-02-27'],
  ['2026-11-30', null, 3, '2027-02-27'],
  ['2026-12-01', '2026-12-31', 1, '2027-01-31'],
])('from %s, paid until %s, %i months more end on %s', (fromDay, untilDay, months, expected) => {
  expect(periodAfter(fromDay, untilDay, months)).toBe(expected);
});
