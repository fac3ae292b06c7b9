import type { DayOrder } from '@milepost/contract/import-kinds';
import { LANGUAGES } from './languages.ts';
import { writtenDay } from '@milepost/contract/written-day';
import { latinDigits } from '@milepost/contract/written-number';

/** The beginning of every date: a quick check, because most cells are no dates and there are many. */
const PARTS_FIRST = /^\s*(?:\p{Nd}{1,4}[-/.\s]|\p{L}{3,}\.?\s+\p{Nd})/u;
/** Days since 30 December 1899, as spreadsheets count: 1954 to 2119. */
const SERIAL = { least: 20_000, most: 80_000 };
const DAY_MS = 86_400_000;
/** The maximum length of a date with weekday, time and zone, since the regular expressions are for short strings. */
const MAX_LETTERS = 120;
/** Finnish is read for its months only; Iraq has its own names of months. */
const MONTHS_OF = [...LANGUAGES, 'fi', 'ar-IQ'];
const TIME = /(?:[T,]\s*|\s+)\d{1,2}(?::\d{2}|\s*[ap]m).*$/i;
/** "Mon, 12 Jan 2026". */
const WEEKDAY = /^[\p{L}\p{M}]{2,}\.?,\s*(?=[\p{L}\d])/u;
const BETWEEN = /[\s./,\-–]+/u;
/** "31 de diciembre de 2025". */
const FILLERS = new Set(['de', 'of', 'the', 'den', 'del', 'г']);
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|er|º|ª)$/i;

/** A cell with a valid date in both orders, and the two dates. */
export interface TwoDays {
  text: string;
  dmy: string;
  mdy: string;
}

/**
 * Detects the date order of a column from the cells that are valid in only one order. When none is, or some are valid
 * only in one order and others only in the other, and a cell could be two dates, a person decides.
 */
export function detectDayOrder(cells: readonly string[]): { days: DayOrder; twoDays?: TwoDays } {
  const fits = { dmy: 0, mdy: 0, ymd: 0 };
  const only = { dmy: 0, mdy: 0 };
  let twoDays: TwoDays | undefined;
  for (const text of cells) {
    if (!PARTS_FIRST.test(text)) continue;
    const [dmy, mdy, ymd] = [readDay(text, 'dmy'), readDay(text, 'mdy'), readDay(text, 'ymd')];
    if (dmy !== null) fits.dmy += 1;
    if (mdy !== null) fits.mdy += 1;
    if (ymd !== null) fits.ymd += 1;
    if (dmy !== null && mdy === null) only.dmy += 1;
    if (mdy !== null && dmy === null) only.mdy += 1;
    if (dmy !== null && mdy !== null && dmy !== mdy) twoDays ??= { text, dmy, mdy };
  }
  if (fits.ymd > fits.dmy && fits.ymd > fits.mdy) return { days: 'ymd' };
  const days = only.mdy > only.dmy ? 'mdy' : 'dmy';
  // A sheet with lines of both orders was put together from two sources: its majority does not tell the order of the other lines.
  const settled = (only.dmy === 0) !== (only.mdy === 0);
  return settled || !twoDays ? { days } : { days, twoDays };
}

/**
 * A date as `YYYY-MM-DD`; null when it is not valid in this order. Unambiguous forms are read in any order: 2025-12-31,
 * 31 Dec 2025, and the serial number of a spreadsheet.
 */
export function readDay(written: string, order: DayOrder): string | null {
  if (written.length > MAX_LETTERS) return null;
  const text = latinDigits(written.trim());
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const serial = Math.floor(Number(text));
    const inRange = serial >= SERIAL.least && serial <= SERIAL.most;
    return inRange ? new Date(Date.UTC(1899, 11, 30) + serial * DAY_MS).toISOString().slice(0, 10) : null;
  }
  const [, year = '', month = '', ofMonth = ''] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year !== '') return dayOf(year, Number(month), ofMonth);
  const parts = text
    .replace(TIME, '')
    .replace(WEEKDAY, '')
    .split(BETWEEN)
    .map((part) => part.replace(ORDINAL, '$1'))
    .filter((part) => part !== '' && !FILLERS.has(part.toLowerCase()));
  const [first = '', second = '', third = ''] = parts;
  if (parts.length !== 3) return null;
  const months = parts.map((part) => (/^\d+$/.test(part) ? 0 : monthOf(part)));
  if (months.some((one) => one > 0)) {
    const numbers = parts.filter((_part, index) => months[index] === 0);
    const [one = '', two = ''] = numbers;
    if (numbers.length !== 2 || numbers.some((part) => !/^\d{1,4}$/.test(part))) return null;
    return one.length === 4 ? dayOf(one, Math.max(...months), two) : dayOf(two, Math.max(...months), one);
  }
  if (parts.some((part) => !/^\d{1,4}$/.test(part)) || second.length > 2) return null;
  if (first.length === 4) return dayOf(first, Number(second), third);
  if (order === 'ymd') return first.length === 2 ? dayOf(first, Number(second), third) : null;
  return order === 'dmy' ? dayOf(third, Number(second), first) : dayOf(third, Number(first), second);
}

let months: Map<string, number> | undefined;

/** Without accents, and with its first letters if programs abbreviate it. */
const bare = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/\p{Mn}(?<=\p{Script=Latin}\p{Mn})/gu, '')
    .toLowerCase();

/** 1 to 12; 0 when it is no month in any supported language. */
function monthOf(word: string): number {
  months ??= new Map(
    MONTHS_OF.flatMap((locale) =>
      (['long', 'short'] as const).flatMap((month) => {
        const alone = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC', calendar: 'gregory' });
        const within = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC', calendar: 'gregory' });
        return Array.from({ length: 12 }, (_none, index) => Date.UTC(2024, index, 1)).flatMap((at, index) =>
          [
            alone.format(at),
            ...within
              .formatToParts(at)
              .filter(({ type }) => type === 'month')
              .map(({ value }) => value),
          ].map((name): [string, number] => [bare(name).replaceAll('.', ''), index + 1]),
        );
      }),
    ),
  );
  const name = bare(word);
  return months.get(name) ?? months.get(name.slice(0, 3)) ?? (name === 'sept' ? 9 : 0);
}

const dayOf = (year: string, month: number, day: string) => writtenDay(year, month, Number(day));
