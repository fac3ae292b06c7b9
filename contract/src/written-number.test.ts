import { expect, test } from 'vitest';
import { markOf, readWrittenNumber } from './written-number.ts';

test.each([
  ['3425,76', 3425.76],
  ['62,4', 62.4],
  ['3.425,76', 3425.76],
  ['3,425.76', 3425.76],
  ['3 425,76', 3425.76],
  ['3\u202f425,76', 3425.76],
  ['3\u00a0425,76', 3425.76],
  ['3\u2009425.76', 3425.76],
  ["3'425.76", 3425.76],
  ['3’425,76', 3425.76],
  ['12,34,567.50', 1_234_567.5],
  ['-1,00,00,000.25', -10_000_000.25],
  ['1.234.567', 1_234_567],
  ['1,234,567', 1_234_567],
  ['٣٬٤٢٥٫٧٦', 3425.76],
  ['۳۴۲۵٫۷۶', 3425.76],
  ['٣٫٤٢٥', 3.425],
  ['٣٬٤٢٥', 3425],
  ['٦٢،٤', 62.4],
  ['१२,३४,५६७.५', 1_234_567.5],
  ['৬২.৪', 62.4],
  ['６２．４', 62.4],
  ['\u200f62.4\u200e', 62.4],
  ['−3,5', -3.5],
  ['- 3,5', -3.5],
  ['+12', 12],
  ['.5', 0.5],
  ['0,125', 0.125],
  ['0.125', 0.125],
  ['1234.567', 1234.567],
  ['-56,190000000000005', -56.190000000000005],
])('%j is %d in every country', (text, number) => {
  for (const mark of ['.', ',', null] as const) expect(readWrittenNumber(text, mark)).toEqual({ number });
});

test.each([
  ['3,425', 3.425, 3425],
  ['3.425', 3425, 3.425],
  ['120,500', 120.5, 120_500],
  ['٣.٤٢٥', 3425, 3.425],
])('%j is read by the decimal mark, and is ambiguous without one', (text, byComma, byPoint) => {
  expect(readWrittenNumber(text, ',')).toEqual({ number: byComma });
  expect(readWrittenNumber(text, '.')).toEqual({ number: byPoint });
  expect(readWrittenNumber(text, null)).toEqual({ two: [byPoint, byComma] });
});

test.each([
  '',
  '-',
  'twelve',
  '12 L',
  '1e5',
  '8.64636E+14',
  '1.2.3',
  '1,2,3',
  '1,2,345',
  '12.34.567',
  '123,45,678',
  '1.234,5.6',
  '1,234 567',
  '1 23',
  '12 34,5',
  '01,234,567',
  '1٬23',
  '--3',
  '3-',
  '9'.repeat(20),
])('%j is no number', (text) => {
  for (const mark of ['.', ',', null] as const) expect(readWrittenNumber(text, mark)).toEqual({ none: true });
});

test.each([
  ['62,4', ','],
  ['3.425,76', ','],
  ['1.234.567', ','],
  ['62.4', '.'],
  ['12,34,567', '.'],
  ['3,425', null],
  ['3425', null],
  ['none', null],
])('%j can be read by %j alone', (text, mark) => expect(markOf(text)).toBe(mark));
