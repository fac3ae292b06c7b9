import { expect, test } from 'vitest';
import { isShortened, tidyCell } from './tidy-cell.ts';

test.each([
  ['="864636051234501"', '864636051234501'],
  ["'864636051234509", '864636051234509'],
  [' 864636051234517 ', '864636051234517'],
  ['864636051234525.0', '864636051234525'],
  ["'+49 170 1234567", '+49 170 1234567'],
  // LibreOffice writes all 15 digits in this form.
  ['8.64636051234501E+14', '864636051234501'],
  ['8,64636051234501E+014', '864636051234501'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ["'n Tal", "'n Tal"],
  ['12.0', '12.0'],
  ['=864636051234509', '864636051234509'],
  ['\u202a864636051234509\u202c', '864636051234509'],
  ['\u200e+49 170 1234567\u200b', '+49 170 1234567'],
  ['89911012345678901236.0', '89911012345678901236'],
  ['8.64636051234533 E14', '864636051234533'],
])('reads %s as %s', (cell, text) => expect(tidyCell(cell)).toBe(text));

test.each(['8.64636E+14', '8,9911E+19', '1E+15', '8.9911e+19', '8.64636E14', '8,64636 E+14'])(
  '%s has lost digits',
  (cell) => expect(isShortened(tidyCell(cell))).toBe(true),
);

test('digits behind the fifteenth that are all zeros were rounded, unless the cell is marked as text', () => {
  expect(isShortened(tidyCell('8991101234567890000'))).toBe(true);
  expect(isShortened(tidyCell('8991101234567890000.0', true))).toBe(true);
  expect(isShortened(tidyCell('8991101234567891234'))).toBe(false);
  expect(tidyCell("'8991101234567890000")).toBe('8991101234567890000');
  expect(tidyCell('="8991101234567890000"')).toBe('8991101234567890000');
});

test.each(['1E5', '12E14', '2.2E5', 'E+14', 'GT06E+1', '864636051234501', '2E-5'])(
  '%s is no shortened number',
  (cell) => expect(isShortened(tidyCell(cell))).toBe(false),
);
