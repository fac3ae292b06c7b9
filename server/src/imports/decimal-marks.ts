import { type DecimalMark, markOf, readWrittenNumber } from '@milepost/contract/written-number';
import { amountIn } from './read-money.ts';
import type { Sheet } from './spreadsheet.ts';

/** A number, perhaps with a currency sign before it and a unit after it. */
const NUMBER = /^[^\p{L}\p{Nd}]{0,3}(\p{Nd}[\p{Nd}.,'’\s]*\p{Nd})\s*[^\p{Nd}]{0,12}$/u;
const MAX_LETTERS = 30;

/**
 * Detects the decimal separator of each column of a text file from its own numbers; null when they show none or both. A
 * column without an unambiguous number follows the others if all of these use a comma; a text with a point may not be a
 * number, such as 2.0 TDI.
 */
export function decimalMarks(rows: Sheet['rows'], width: number): DecimalMark[] {
  const marksByColumn = Array.from({ length: width }, (_none, index) => {
    const marks = new Set<DecimalMark>();
    for (const { cells } of rows) {
      const cell = cells[index] ?? '';
      const number = cell.length > MAX_LETTERS ? undefined : NUMBER.exec(cell)?.[1];
      const mark = number === undefined ? null : markOf(number);
      if (mark !== null) marks.add(mark);
    }
    return marks;
  });
  const all = new Set(marksByColumn.flatMap((marks) => [...marks]));
  const fallback = all.size === 1 && all.has(',') ? ',' : null;
  return marksByColumn.map((marks) =>
    marks.size === 1 ? ([...marks][0] ?? null) : marks.size === 0 ? fallback : null,
  );
}

/** A cell that can be two numbers, depending on the decimal separator. */
export interface TwoNumbers {
  text: string;
  point: number;
  comma: number;
}

/**
 * The decimal separator of the amounts of a column or, when the file does not show it, a cell that can be two numbers.
 */
export interface AmountMark {
  mark?: '.' | ',';
  twoNumbers?: TwoNumbers;
}

const LETTER = /\p{L}/u;
const ANY_MARK = /[.,\u060c\u066b\u066c\uff0c\uff0e]/;

/**
 * The same for amounts of money, with or without a currency. A column without an unambiguous amount follows the numbers
 * of the other columns if all of these use one separator; otherwise a person decides.
 * @param isWorkbook its numbers have a point, whatever separator its texts use
 */
export function amountMarks(rows: Sheet['rows'], width: number, isWorkbook: boolean): (AmountMark | null)[] {
  const ofFile = new Set<'.' | ','>();
  const columns = Array.from({ length: width }, (_none, index) => {
    const marks = new Set<'.' | ','>();
    let twoNumbers: TwoNumbers | undefined;
    for (const { cells } of rows) {
      const text = cells[index] ?? '';
      const number = ANY_MARK.test(text) ? amountIn(text) : undefined;
      const read = number === undefined ? null : readWrittenNumber(number, null);
      if (number === undefined || read === null || 'none' in read) continue;
      if ('two' in read) twoNumbers ??= { text, point: read.two[0], comma: read.two[1] };
      const mark = markOf(number);
      if (mark === null) continue;
      marks.add(mark);
      // A text with a point and letters may not be a number, such as 2.0 TDI.
      if (!LETTER.test(text)) ofFile.add(mark);
    }
    return { marks, twoNumbers };
  });
  const [only] = ofFile;
  const fallback = ofFile.size === 1 && !isWorkbook ? only : undefined;
  return columns.map(({ marks, twoNumbers }) => {
    if (twoNumbers === undefined) return null;
    const [own] = marks;
    const mark = marks.size === 0 ? fallback : marks.size === 1 ? own : undefined;
    return mark === undefined || (isWorkbook && mark === ',') ? { twoNumbers } : { mark };
  });
}
