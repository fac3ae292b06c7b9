import { afterEach, expect, test, vi } from 'vitest';
import { decimalMark, readEntered, restingText, editedText } from './read-entered.ts';

afterEach(() => vi.unstubAllGlobals());
const browser = (language: string) => vi.stubGlobal('navigator', { language });

test.each([
  ['3425,76', { decimals: 2 }, 3425.76],
  ['62,4', { decimals: 3 }, 62.4],
  ['3.425,76', { decimals: 2 }, 3425.76],
  ['12,34,567.5', { decimals: 2 }, 1_234_567.5],
  ['٣٬٤٢٥٫٧٦', { decimals: 2 }, 3425.76],
  ['3,425', { decimals: 2 }, 3425],
  ['3.425', { decimals: 3 }, 3.425],
  ['80 L', { units: [' L'] }, 80],
  ['₹ 1,23,456.50', { decimals: 2, units: ['₹'] }, 123_456.5],
  ['12,971', { plain: true, negative: true, decimals: 6 }, 12.971],
  ['12.971598700000001', { plain: true, rounds: true, decimals: 6 }, 12.971599],
  ['-77.59', { plain: true, negative: true, decimals: 6 }, -77.59],
  ['0.1', { decimals: 1 }, 0.1],
])('%j is read as a person who writes English means it', (text, rule, number) => {
  browser('en-GB');
  expect(readEntered(text, rule)).toEqual({ number });
});

test.each([
  ['62,4', { decimals: 0 }, { code: 'whole' }],
  ['3.425', { decimals: 2 }, { code: 'two', readings: [3425, 3.425] }],
  ['3.4257', { decimals: 2 }, { code: 'decimals', bound: 2 }],
  ['-5', {}, { code: 'negative' }],
  ['4', { min: 5 }, { code: 'least', bound: 5 }],
  ['500', { max: 250 }, { code: 'most', bound: 250 }],
  ['12 km', { units: [' L'] }, { code: 'none' }],
  ['8.64636E+14', {}, { code: 'none' }],
])('%j of a field that takes %j is refused', (text, rule, fault) => {
  browser('en-GB');
  expect(readEntered(text, rule)).toEqual({ fault });
});

test('three digits after a single separator are ambiguous if language and browser write numbers differently', () => {
  expect([decimalMark('en-US'), decimalMark('hi-IN'), decimalMark('ar-EG')]).toEqual(['.', '.', '.']);
  expect([decimalMark('de-DE'), decimalMark('pt-BR'), decimalMark('not a language')]).toEqual([null, null, '.']);
  browser('de-DE');
  for (const text of ['3.425', '3,425']) {
    expect(readEntered(text, { decimals: 3 })).toEqual({ fault: { code: 'two', readings: [3425, 3.425] } });
  }
  expect(readEntered('3.425,76', { decimals: 2 })).toEqual({ number: 3425.76 });
});

test('an empty field holds nothing, and a field in edit shows no marks that would move', () => {
  expect(readEntered('  ', {})).toBeNull();
  expect(readEntered(' L', { units: [' L'] })).toBeNull();
  expect([editedText(1_234_567.5), editedText(0.0001), editedText(Number.NaN)]).toEqual(['1234567.5', '0.0001', '']);
  expect([restingText(1_234_567.5, { lakh: true }), restingText(2024, { plain: true })]).toEqual([
    '12,34,567.5',
    '2024',
  ]);
});
