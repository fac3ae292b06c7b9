import { writtenDay } from '@milepost/contract/written-day';
import { latinDigits } from '@milepost/contract/written-number';
import { bareWord } from './day-words.ts';
import { formatDate } from './format.ts';
import { formatSettings, localeOf } from './format-settings.ts';
import { daysOfWord, isWeekday, readPeriod, splitByWords } from './read-day-words.ts';

/** The rules of a day field. Days are `YYYY-MM-DD`. */
interface DayRule {
  min?: string | undefined;
  max?: string | undefined;
  /** A day without a year belongs to the year of this one. */
  today: string;
}

export type DayFault =
  /**
   * `none`: not a day; `impossible`: not in the calendar; `order`: the last before the first; `no-first`: the first day
   * is missing.
   */
  | { code: 'none' | 'impossible' | 'order' | 'no-first' }
  /** `which`: a word that stands for two days. */
  | { code: 'two' | 'which'; readings: readonly [string, string] }
  | { code: 'earliest' | 'latest'; bound: string };

type Read<Value> = { value: Value } | { fault: DayFault };
/** An empty year was not written. */
type Written = [year: string, month: number, day: number];

/** Invisible marks, which occur in right-to-left texts and formatted days. */
const INVISIBLE = /[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
const BETWEEN = /[\s.,،/\-−‐]+/u;
/** The minimum length of an abbreviated month, which must be unambiguous. */
const MIN_LETTERS = 3;
/** A day without a year belongs to this year; if the bounds exclude it, to the next or the last. */
const YEARS_OFF = [0, 1, -1];
const DAY_MS = 86_400_000;

/** Normalised for comparison, and without the suffixes of English ordinals. */
const tidied = (text: string) =>
  bareWord(latinDigits(text.replaceAll(INVISIBLE, '')).trim()).replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1');

function isDayFirst(locale: string): boolean | undefined {
  try {
    const parts = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'numeric',
      calendar: 'gregory',
      timeZone: 'UTC',
    })
      .formatToParts(0)
      .map(({ type }) => type);
    return parts.indexOf('day') < parts.indexOf('month');
  } catch {
    return undefined;
  }
}

/**
 * True if the person writes the day before the month. Null if the language of the interface and the browser disagree,
 * as for numbers: an American who works in English can mean either by "3/4".
 */
export function dayFirst(browser: string = navigator.language): boolean | null {
  const own = isDayFirst(localeOf(formatSettings().language)) ?? true;
  return (isDayFirst(browser) ?? own) === own ? own : null;
}

/** Parses the day in a field, whether typed, pasted or filled in. Null for an empty field. */
export function readEnteredDay(text: string, rule: DayRule): Read<string> | null {
  const written = tidied(text);
  if (written === '') return null;
  return daysOfOneMonth(written) ? { fault: { code: 'none' } } : readBy(written, rule).read;
}

/** The maximum distance of a range's ends for an unwritten year, days. If it is larger, they are probably swapped. */
const MAX_OVER_NEW_YEAR = 183;

/** The rules of a range field. */
interface RangeRule extends DayRule {
  /** The present first day of the field, for "until 3 Dec". */
  first?: string | null | undefined;
}

/**
 * Parses the first and the last day of a range: "1.3. – 7.3.2026", "27 to 29 nov", "until 3 dec", "last 7 days"; a
 * single day is both. Null for an empty field.
 */
export function readEnteredDays(text: string, rule: RangeRule): Read<[string, string]> | null {
  const written = tidied(text);
  if (written === '') return null;
  const period = readPeriod(written, rule.today);
  if (period) return judgeRange(period, rule);
  const oneMonth = daysOfOneMonth(written);
  if (oneMonth) return readEnds(oneMonth, rule, { inOneMonth: true });
  const ends = rangeEnds(written);
  if (ends) return readEnds(ends, rule);
  // A single day before words: its name can contain a word that separates two days.
  const { read } = readBy(written, rule);
  if ('value' in read) return { value: [read.value, read.value] };
  const worded = splitByWords(written);
  if (!worded) return bareDays(written, rule) ?? read;
  if (!('last' in worded)) {
    const first = readBy(worded.first, { ...rule, max: rule.max ?? rule.today }).read;
    if ('fault' in first) return first;
    return { value: [first.value, first.value > rule.today ? first.value : rule.today] };
  }
  if ('first' in worded) return readEnds([worded.first, worded.last], rule);
  const last = readBy(worded.last, rule).read;
  if ('fault' in last) return last;
  const begin = [rule.first, rule.min].find((day) => day && day <= last.value);
  return begin ? { value: [begin, last.value] } : { fault: { code: 'no-first' } };
}

/** A period that exceeds the bounds is cut to them. */
function judgeRange(
  [first, last]: readonly [string, string],
  { min = '', max = '9999' }: DayRule,
): Read<[string, string]> {
  if (first > max) return { fault: { code: 'latest', bound: max } };
  if (last < min) return { fault: { code: 'earliest', bound: min } };
  return { value: [first < min ? min : first, last > max ? max : last] };
}

const BARE_DAY = /^\d{1,2}\.?$/;
const dayOfBare = (text: string) => Number(text.replace('.', ''));

/**
 * "27–28" without a month: in the present one, otherwise in the previous or next one. Null if it is not such a range.
 */
function bareDays(text: string, rule: DayRule): Read<[string, string]> | null {
  const [, first, last] = /^(\d{1,2})\.?\s*[–—-]\s*(\d{1,2})\.?$/u.exec(text) ?? [];
  return first === undefined || last === undefined ? null : readBareDays([first, last], rule);
}

const inMonth = (month: Date, day: string) =>
  writtenDay(String(month.getUTCFullYear()), month.getUTCMonth() + 1, dayOfBare(day));

function readBareDays([first, last]: readonly [string, string], rule: DayRule): Read<[string, string]> {
  const { min = '', max = '9999', today } = rule;
  const months = [0, -1, 1].map(
    (off) => new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + off, 1)),
  );
  const found = months.flatMap((month) => {
    const [from, until] = [inMonth(month, first), inMonth(month, last)];
    return from !== null && until !== null ? [[from, until] as const] : [];
  });
  const [own] = found;
  if (!own) return { fault: { code: 'impossible' } };
  if (own[0] > own[1]) return { fault: { code: 'order' } };
  const [from, until] = found.find((ends) => ends[0] >= min && ends[1] <= max) ?? own;
  return judgeBounds(from, until, rule);
}

function judgeBounds(first: string, last: string, { min, max }: DayRule): Read<[string, string]> {
  if (min !== undefined && first < min) return { fault: { code: 'earliest', bound: min } };
  if (max !== undefined && last > max) return { fault: { code: 'latest', bound: max } };
  return { value: [first, last] };
}

/** Parses the two ends of a range; one that is only a number belongs to the month of the other. */
function readEnds(
  [begin, end]: readonly [string, string],
  rule: DayRule,
  { inOneMonth = false }: { inOneMonth?: boolean } = {},
): Read<[string, string]> {
  const [isBareBegin, isBareEnd] = [BARE_DAY.test(begin), BARE_DAY.test(end)];
  if (isBareBegin && isBareEnd) return readBareDays([begin, end], rule);
  if (isBareBegin || isBareEnd) {
    const whole = isBareBegin ? withDay(end, dayOfBare(begin)) : withDay(begin, dayOfBare(end));
    if (whole === null) return { fault: { code: 'none' } };
    return readEnds(isBareBegin ? [whole, end] : [begin, whole], rule, { inOneMonth: true });
  }
  let last = readBy(end, rule);
  const first = readBy(begin, rule);
  const isOpenFirst = first.isYearless;
  const isOpenLast = last.isYearless;
  if (isOpenLast && !isOpenFirst && 'value' in first.read) {
    // "28.12.2025 – 3.1.": the next 3 January.
    last = readBy(end, { ...rule, min: first.read.value, today: first.read.value });
  }
  if ('fault' in last.read) return last.read;
  const until = last.read.value;
  if (inOneMonth && isOpenFirst) {
    // Both days belong to the year that was found for the last one.
    const { read } = readBy(begin, { today: until });
    if ('value' in read && read.value > until) return { fault: { code: 'order' } };
  }
  // "28.12. – 3.1.2026": the last 28 December before.
  const { read } =
    isOpenFirst || isWeekday(begin)
      ? readBy(begin, { ...rule, max: until, today: until })
      : readBy(begin, { ...rule, max: until });
  if ('fault' in read) return { fault: read.fault.code === 'latest' ? { code: 'order' } : read.fault };
  const isOverNewYear = (isOpenFirst || isOpenLast) && read.value.slice(0, 4) !== until.slice(0, 4);
  if (isOverNewYear && (Date.parse(until) - Date.parse(read.value)) / DAY_MS > MAX_OVER_NEW_YEAR) {
    return { fault: { code: 'order' } };
  }
  return { value: [read.value, until] };
}

/**
 * A day with another number: "27 nov" with 29 is "29 nov". Null if it is ambiguous which of its numbers is the day.
 */
function withDay(text: string, day: number): string | null {
  const monthFirst =
    /^(\p{L}[\p{L}\p{M}]*\.?\s*)\d{1,2}(?!\d)(.*)$/u.exec(text) ??
    (dayFirst() === false ? /^(\d{1,2}[./-])\d{1,2}(?!\d)(.*)$/u.exec(text) : null);
  if (monthFirst) return `${monthFirst[1]}${day}${monthFirst[2]}`;
  const hasWord = /\p{L}/u.test(text);
  if (!hasWord && dayFirst() !== true) return null;
  const rest = /^\d{1,2}(?!\d)(.+)$/u.exec(text)?.[1];
  return rest === undefined ? null : `${day}${rest}`;
}

/**
 * Two days of one month, each completed with month and year: "28–29 Nov", "28.-29.11.2026", "Nov 28-29, 2026".
 * Otherwise the 29 would be a year.
 */
function daysOfOneMonth(text: string): [string, string] | null {
  const [, first, last = '', rest = ''] = /^(\d{1,2})\.?\s*[–—-]\s*(\d{1,2})(\s+\p{L}.*|[./].+)$/u.exec(text) ?? [];
  if (first !== undefined) return [first + rest, last + rest];
  const [, month, from, until, year = ''] =
    /^([\p{L}\p{M}]+\.?\s+)(\d{1,2})\s*[–—-]\s*(\d{1,2})([,\s]+\d+)?$/u.exec(text) ?? [];
  return month === undefined ? null : [month + from + year, month + until + year];
}

/**
 * The two sides of the one separator between two days: a dash, a hyphen between spaces, or the only hyphen if days are
 * written without.
 */
function rangeEnds(text: string): [string, string] | null {
  for (const mark of [/\s*[–—]\s*/u, /\s+-\s+/]) {
    const [first = '', last = '', ...more] = text.split(mark);
    if (more.length === 0 && first !== '' && last !== '') return [first, last];
  }
  const [first = '', last = '', ...more] = text.split('-');
  return more.length === 0 && [first, last].every((end) => /\d[./\s]/.test(end)) ? [first, last] : null;
}

function readBy(text: string, rule: DayRule): { read: Read<string>; isYearless: boolean } {
  const wordDays = daysOfWord(text, rule.today);
  if (wordDays.length > 0) return { read: judgeWordDays(wordDays, rule), isYearless: false };
  const readings = readingsOf(text);
  const isYearless = readings.length > 0 && readings.every(([year]) => year === '');
  return { read: judge(readings, rule), isYearless };
}

/** The bounds can exclude one of the two days of a word. */
function judgeWordDays(days: readonly string[], rule: DayRule): Read<string> {
  const { min = '', max = '9999' } = rule;
  const within = days.filter((day) => day >= min && day <= max);
  const [day = '', other] = within.length > 0 ? within : days;
  if (other !== undefined) return { fault: { code: 'which', readings: [day, other] } };
  if (day < min) return { fault: { code: 'earliest', bound: min } };
  return day > max ? { fault: { code: 'latest', bound: max } } : { value: day };
}

function judge(readings: readonly Written[], rule: DayRule): Read<string> {
  if (readings.length === 0) return { fault: { code: 'none' } };
  const [day, other] = new Set(readings.map((written) => dayOf(written, rule)).filter((one) => one !== null));
  if (day === undefined) return { fault: { code: 'impossible' } };
  if (other !== undefined) return { fault: { code: 'two', readings: [day, other] } };
  if (rule.min !== undefined && day < rule.min) return { fault: { code: 'earliest', bound: rule.min } };
  if (rule.max !== undefined && day > rule.max) return { fault: { code: 'latest', bound: rule.max } };
  return { value: day };
}

/** The first of the possible years within the bounds; if none is, this year. */
function dayOf([year, month, day]: Written, { min = '', max = '9999', today }: DayRule): string | null {
  if (year !== '') return writtenDay(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  const [own = null, ...others] = YEARS_OFF.map((off) => writtenDay(String(thisYear + off), month, day));
  if (own === null) return null;
  return [own, ...others].find((one) => one !== null && one >= min && one <= max) ?? own;
}

/** The possible readings of a text; empty if it is not a day. */
function readingsOf(text: string): Written[] {
  const [, ...basic] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  const parts = basic.length > 0 ? basic : text.split(BETWEEN).filter((part) => part !== '');
  const numbers = parts.filter((part) => /^\d{1,4}$/.test(part));
  const words = parts.filter((part) => !/\d/.test(part));
  if (numbers.length + words.length !== parts.length || words.length > 1) return [];
  const [first = '', second = '', third = ''] = numbers;
  if (words[0] !== undefined) {
    const month = monthOf(words[0]);
    const [day, year] = first.length > 2 ? [second, first] : [first, second];
    return month === 0 || numbers.length > 2 || !hasFewDigits(day) ? [] : [[year, month, Number(day)]];
  }
  const isIso = numbers.length === 3 && first.length === 4;
  const [one, two, year] = isIso ? [second, third, first] : [first, second, third];
  if (!hasFewDigits(one) || !hasFewDigits(two) || numbers.length < 2 || numbers.length > 3 || year.length === 3)
    return [];
  if (isIso) return [[year, Number(one), Number(two)]];
  const [byDay, byMonth]: [Written, Written] = [
    [year, Number(two), Number(one)],
    [year, Number(one), Number(two)],
  ];
  const order = dayFirst();
  if (order === null) return [byDay, byMonth];
  return order ? [byDay] : [byMonth];
}

const hasFewDigits = (part: string) => part.length === 1 || part.length === 2;

/**
 * 1 to 12, by the name of a month or its beginning, in the language of the interface or in English; 0 if there is none.
 */
function monthOf(word: string): number {
  const bare = withoutMarks(word);
  const found = new Set<number>();
  for (const locale of [localeOf(formatSettings().language), 'en-GB']) {
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DateTimeFormat(locale, { month: style, day: 'numeric', timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const parts = names.formatToParts(Date.UTC(2026, month - 1, 1));
        const name = withoutMarks(parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '');
        if (name === bare) return month;
        if (bare.length >= MIN_LETTERS && name.startsWith(bare)) found.add(month);
      }
    }
  }
  const [one = 0, other] = found;
  return other === undefined ? one : 0;
}

/** Without the marks that abbreviate a word. */
const withoutMarks = (word: string) => bareWord(word).replaceAll(/[.\u0970]/g, '');

/** The text of a day in a field, which can be parsed again. */
export const enteredDayText = (day: string): string => formatDate(day).replaceAll(INVISIBLE, '');

/** The parts of a day in the order that the person uses; year first if both others are possible. */
export function dayPattern(day: string, month: string, year: string): string {
  const order = dayFirst();
  if (order === null) return [year, month, day].join('-');
  return (order ? [day, month, year] : [month, day, year]).join('/');
}
