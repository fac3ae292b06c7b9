import { expect, test } from 'vitest';
import { daysLeft, licenceState } from './licence-state.ts';

test.each([
  ['2026-11-21', 'expired'],
  ['2026-11-22', 'soon'],
  ['2027-01-20', 'soon'],
  ['2027-01-21', 'valid'],
])('a licence until %s is %s on 22 November 2026', (expiresOn, state) => {
  expect(licenceState(expiresOn, '2026-11-22')).toBe(state);
});

test.each([
  ['2026-11-22', 0],
  ['2026-11-28', 6],
  ['2027-01-20', 59],
])('on 22 November 2026 a licence until %s has %i days left', (expiresOn, days) => {
  expect(daysLeft(expiresOn, '2026-11-22')).toBe(days);
});
