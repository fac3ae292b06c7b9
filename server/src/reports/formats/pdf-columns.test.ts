import { expect, test } from 'vitest';
import { reportFile } from '../../testing/report-file.ts';
import { columnsByPage } from './pdf-columns.ts';
import type { FileColumn } from './report-file.ts';

const file = reportFile([]);
const text = (label: string): FileColumn => ({ key: label, label, kind: 'text' });
const day: FileColumn = { key: 'day', label: 'Day', kind: 'day' };

/** Lays out columns whose cells are single words of this many letters. */
const pagesOf = (columns: readonly FileColumn[], letters: number, across = true) =>
  columnsByPage(columns, { cells: [columns.map(() => 'x'.repeat(letters))], totals: [], file, across });

test('columns that fit are side by side, in letters as large as possible', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map(text);
  expect(pagesOf(five, 10)).toMatchObject({ size: 8, pages: [{ places: [0, 1, 2, 3, 4] }] });
  // 762 points have room for 164 letters of 8 points and for 187 of 7: ten columns of 18 letters need 180.
  const ten = Array.from({ length: 10 }, (_, at) => text(String(at)));
  expect(pagesOf(ten, 14)).toMatchObject({ size: 8, pages: [{}] });
  expect(pagesOf(ten, 16)).toMatchObject({ size: 7, pages: [{}] });
  expect(pagesOf(ten, 18).pages).toHaveLength(2);
});

test('the others follow, each column once, after those that identify rows', () => {
  const columns = [text('vehicle'), day, ...Array.from({ length: 28 }, (_, at) => text(String(at)))];
  const { size, pages } = pagesOf(columns, 10);
  expect(size).toBe(7);
  expect(pages).toHaveLength(3);
  for (const { places, widths } of pages) {
    expect(places.slice(0, 2)).toEqual([0, 1]);
    expect(widths).toHaveLength(places.length);
    // Letters of 7 points, each 0.58 of its size wide, on 762 points.
    expect(widths.reduce((sum, width) => sum + width, 0) * 7 * 0.58).toBeLessThanOrEqual(762);
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(12);
  }
  expect(pages.flatMap(({ places }) => places.slice(2))).toEqual(Array.from({ length: 28 }, (_, at) => at + 2));
  // No column is left alone on a page.
  expect(Math.min(...pages.map(({ places }) => places.length))).toBeGreaterThan(9);
});

test('a day far from the first column is not repeated', () => {
  const columns = [...Array.from({ length: 29 }, (_, at) => text(String(at))), day];
  expect(pagesOf(columns, 10).pages.at(-1)?.places[1]).toBeGreaterThan(1);
});
