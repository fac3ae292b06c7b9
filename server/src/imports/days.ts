import type { DayOrder } from '@milepost/contract/import-kinds';
import { LANGUAGES } from './languages.ts';
import { writtenDay } from '@milepost/contract/written-day';
import { latinDigits } from '@milepost/contract/written-number';

/** What no day begins otherwise than by: most cells are none, and there are many. */
const PARTS_FIRST = /^\s*(?:\p{Nd}{1,4}[-/.\s]|\p{L}{3,}\.?\s+\p{Nd})/u;
/** Days since 30 December 1899, as spreadsheets count: 1954 to 2119. */
const SERIAL = { least: 20_000, most: 80_000 };
const DAY_MS = 86_400_000;
/** No day is longer, with its weekday, time and zone; the expressions are for short texts. */
const MOST_LETTERS = 120;
/** Of Finnish only the months are read; Iraq has names of its own for them. */
const MONTHS_OF = [...LANGUAGES, 'fi', 'ar-IQ'];
const TIME = /(?:[T,]\s*|\s+)\d{1,2}(?::\d{2}|\s*[ap]m).*$/i;
/** "Mon, 12 Jan 2026". */
const WEEKDAY = /^[\p{L}\p{M}]{2,}\.?,\s*(?=[\p{L}\d])/u;
const BETWEEN = /[\s./,\-–]+/u;
/** "31 de diciembre de 2025". */
const FILLERS = new Set(['de', 'of', 'the', 'den', 'del', 'г']);
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|er|º|ª)$/i;

/** A cell that is a day in two orders, and which. */
export interface TwoDays {
  text: string;
  dmy: string;
  mdy: string;
}

/**
 * How the days of a column are written: by those that can be read in one order alone. Where nothing tells, or some can be read
 * in one order alone and others in the other, with a cell that might be two days: a person says which.
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
  // One sheet of two sources: what most of its lines say is no reason to swap day and month of the others.
  const settled = (only.dmy === 0) !== (only.mdy === 0);
  return settled || !twoDays ? { days } : { days, twoDays };
}

/**
 * A day as `YYYY-MM-DD`; null for what is none in this order. What leaves no doubt is read in any: 2025-12-31, 31 Dec 2025,
 * and the number by which a spreadsheet counts days.
 */
export function readDay(written: string, order: DayOrder): string | null {
  if (written.length > MOST_LETTERS) return null;
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

/** Without accents, and by its first letters where programs shorten it. */
const bare = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/\p{Mn}(?<=\p{Script=Latin}\p{Mn})/gu, '')
    .toLowerCase();

/** 1 to 12; 0 for what is no month in any language that is read. */
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
