import { expect, test } from 'vitest';
import { fileSize, refusalOf } from './refusal.ts';

test('names the reasons that a person can do something about', () => {
  expect(refusalOf(['file-too-large'])).toBe('too-large');
  expect(refusalOf(['unknown', 'file-invalid-type'])).toBe('wrong-type');
  expect(refusalOf(['too-many-files'])).toBe('too-many');
  expect(refusalOf([])).toBe('other');
});

test('writes sizes in units of 1000', () => {
  expect([0, 999, 1000, 1540, 20_000, 5_000_000, 2_300_000_000].map(fileSize)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '1.5 kB',
    '20 kB',
    '5 MB',
    '2.3 GB',
  ]);
});
