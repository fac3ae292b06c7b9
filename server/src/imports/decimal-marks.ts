import { type DecimalMark, markOf } from '@milepost/contract/written-number';
import type { Sheet } from './spreadsheet.ts';

/** A number, perhaps with a sign of money before it and a unit behind. */
const NUMBER = /^[^\p{L}\p{Nd}]{0,3}(\p{Nd}[\p{Nd}.,'’\s]*\p{Nd})\s*[^\p{Nd}]{0,12}$/u;
const MOST_LETTERS = 30;

/**
 * Which mark stands before the decimals in each column of a text file, as its own numbers tell; null where they do not, or tell
 * both. A column without a telling number follows the others where all of these have a comma: what has a point may be no number,
 * such as 2.0 TDI.
 */
export function decimalMarks(rows: Sheet['rows'], width: number): DecimalMark[] {
  const told = Array.from({ length: width }, (_none, index) => {
    const marks = new Set<DecimalMark>();
    for (const { cells } of rows) {
      const cell = cells[index] ?? '';
      const number = cell.length > MOST_LETTERS ? undefined : NUMBER.exec(cell)?.[1];
      const mark = number === undefined ? null : markOf(number);
      if (mark !== null) marks.add(mark);
    }
    return marks;
  });
  const all = new Set(told.flatMap((marks) => [...marks]));
  const fallback = all.size === 1 && all.has(',') ? ',' : null;
  return told.map((marks) => (marks.size === 1 ? ([...marks][0] ?? null) : marks.size === 0 ? fallback : null));
}
