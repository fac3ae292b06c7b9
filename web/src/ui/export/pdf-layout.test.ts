import { expect, test } from 'vitest';
import { fitText, paginate, shareWidth, wrapText } from './pdf-layout.ts';
import { isBuiltIn } from './pdf-text.ts';

/** One point per letter. */
const measure = (text: string) => text.length;

test('a text that is too wide is truncated with an ellipsis', () => {
  expect(fitText('Montevideo', 10, measure)).toBe('Montevideo');
  expect(fitText('Montevideo', 6, measure)).toBe('Monte…');
});

test('words stay whole; the last allowed line is truncated', () => {
  expect(wrapText('north depot gate two', 11, 3, measure)).toEqual(['north depot', 'gate two']);
  expect(wrapText('one two three four', 5, 2, measure)).toEqual(['one', 'two…']);
  expect(wrapText('', 5, 2, measure)).toEqual(['']);
});

test('columns that need little leave the rest to the wide ones', () => {
  expect(shareWidth([10, 20, 500, 500], 230)).toEqual([10, 20, 100, 100]);
  expect(shareWidth([10, 30], 80)).toEqual([20, 60]);
  expect(shareWidth([], 80)).toEqual([]);
});

test('a row goes whole to the next page, even one higher than a page', () => {
  expect(paginate([4, 4, 4], 8)).toEqual([[0, 1], [2]]);
  expect(paginate([20, 1], 8)).toEqual([[0], [1]]);
  expect(paginate([], 8)).toEqual([[]]);
});

test('only Windows-1252 is left to the built-in fonts', () => {
  expect(['Zürich – 5 €', 'naïve'].map(isBuiltIn)).toEqual([true, true]);
  expect(['वाहन', 'مركبة', 'Łódź', '→'].map(isBuiltIn)).toEqual([false, false, false, false]);
});
