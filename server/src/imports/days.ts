import type { DayOrder } from '@milepost/contract/import-kinds';
import { latinDigits } from './read-number.ts';

const PARTS = /^(\d{1,4})[-/.\s](\d{1,2}|\p{L}{3,})\.?,?[-/.\s](\d{1,4})(?:[T ,].*)?$/u;
/** What no day begins otherwise than by: most cells are none, and there are many. */
const PARTS_FIRST = /^\s*(?:\p{Nd}{1,4}[-/.\s]|\p{L}{3,}\.?\s+\p{Nd})/u;
/** "Dec 31, 2025", as in the United States. */
const MONTH_FIRST = /^(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(?=\d{4}(?!\d))/u;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/;
/** Days since 30 December 1899, as spreadsheets count: 1954 to 2119. */
const SERIAL = { least: 20_000, most: 80_000 };
const DAY_MS = 86_400_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A cell that is a day in two orders, and which. */
export interface TwoDays {
  text: string;
  dmy: string;
  mdy: string;
}

/**
 * How the days of a column are written: by those that can be read in one order alone. Where nothing tells, Europe's order,
 * with a cell that might be two days.
 */
export function guessDayOrder(cells: readonly string[]): { days: DayOrder; twoDays?: TwoDays } {
  const fits = { dmy: 0, mdy: 0, ymd: 0 };
  let twoDays: TwoDays | undefined;
  for (const text of cells) {
    if (!PARTS_FIRST.test(text)) continue;
    const [dmy, mdy, ymd] = [readDay(text, 'dmy'), readDay(text, 'mdy'), readDay(text, 'ymd')];
    if (dmy !== null) fits.dmy += 1;
    if (mdy !== null) fits.mdy += 1;
    if (ymd !== null) fits.ymd += 1;
    if (dmy !== null && mdy !== null && dmy !== mdy) twoDays ??= { text, dmy, mdy };
  }
  if (fits.ymd > fits.dmy && fits.ymd > fits.mdy) return { days: 'ymd' };
  if (fits.mdy !== fits.dmy) return { days: fits.mdy > fits.dmy ? 'mdy' : 'dmy' };
  return twoDays ? { days: 'dmy', twoDays } : { days: 'dmy' };
}

/**
 * A day as `YYYY-MM-DD`; null for what is none in this order. What leaves no doubt is read in any: 2025-12-31, 31 Dec 2025,
 * and the number by which a spreadsheet counts days.
 */
export function readDay(written: string, order: DayOrder): string | null {
  const text = latinDigits(written.trim());
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const serial = Math.floor(Number(text));
    const inRange = serial >= SERIAL.least && serial <= SERIAL.most;
    return inRange ? new Date(Date.UTC(1899, 11, 30) + serial * DAY_MS).toISOString().slice(0, 10) : null;
  }
  const found = PARTS.exec(text.replace(MONTH_FIRST, '$2 $1 '));
  if (!found) return null;
  const [, first = '', second = '', third = ''] = found;
  const named = MONTHS.indexOf(second.slice(0, 3).toLowerCase()) + 1;
  if (named > 0) return first.length === 4 ? dayOf(first, named, third) : dayOf(third, named, first);
  if (!/^\d+$/.test(second)) return null;
  if (ISO.test(text) || first.length === 4) return dayOf(first, Number(second), third);
  if (order === 'ymd') return first.length === 2 ? dayOf(first, Number(second), third) : null;
  return order === 'dmy' ? dayOf(third, Number(second), first) : dayOf(third, Number(first), second);
}

function dayOf(year: string, month: number, day: string): string | null {
  if (year.length !== 2 && year.length !== 4) return null;
  // Two digits: up to 69 of this century, as spreadsheets read them, near enough.
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const date = new Date(Date.UTC(full, month - 1, Number(day)));
  const isReal =
    date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : null;
}
