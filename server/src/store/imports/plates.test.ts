import { expect, test } from 'vitest';
import { compactRegistration, isSamePlate, plateOf } from './plates.ts';

test.each([
  ['SAX 1343', 'sax-1343'],
  ['SAX 1343', 'SAX1343'],
  ['KA01AB1234', 'KA 01 AB 1234'],
  ['KA-01-AB-1234', 'ka01ab1234'],
  ['HH-A 1234', 'HHA1234'],
  ['AB·123', 'AB 123'],
  ['AB\u00a0123', 'AB\u2013123'],
  // Cyrillic letters that look like Latin ones.
  ['А123ВС77', 'A123BC77'],
  ['о123кк77', 'O123KK77'],
])('%s and %s are one plate', (one, other) => {
  expect(isSamePlate(one, other)).toBe(true);
  expect(isSamePlate(other, one)).toBe(true);
});

test.each([
  ['SAX 1343', 'SAX 1344'],
  ['HH-A 1234', 'H-HA 1234'],
  ['AB 12 CD', 'AB 12 C'],
])('%s and %s are two plates', (one, other) => expect(isSamePlate(one, other)).toBe(false));

test('an exact match precedes another spelling of the plate, and none of several is chosen', () => {
  const [one, two] = [{ registration: 'SAX 1343' }, { registration: 'SAX-1343' }];
  expect(plateOf([one, two], 'sax-1343')).toBe(two);
  expect(plateOf([one, two], 'SAX1343')).toBe('several');
  expect(plateOf([one], 'SAX1343')).toBe(one);
  expect(plateOf([one], 'XYZ 1')).toBeNull();
  expect(compactRegistration('sax-1343')).toBe('SAX1343');
});
