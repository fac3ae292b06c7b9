import { expect, test } from 'vitest';
import { licenceState } from './licence-state.ts';

test.each([
  ['2026-11-21', 'expired'],
  ['2026-11-22', 'soon'],
  ['2027-01-20', 'soon'],
  ['2027-01-21', 'valid'],
])('a licence until %s is %s on 22 November 2026', (expiresOn, state) => {
  expect(licenceState(expiresOn, '2026-11-22')).toBe(state);
});
