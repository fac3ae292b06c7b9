import { bareWord, type DayUnit, type DayWords, dayWordsOf } from './day-words.ts';
import { formatSettings } from './format-settings.ts';

const DAY_MS = 86_400_000;
/** The maximum count of a unit. */
const MAX_COUNT = 999;

type Days = readonly [first: string, last: string];

/** The words of the interface's language, then those of English. */
function vocabularies(): readonly DayWords[] {
  const { language } = formatSettings();
  return language === 'en' ? [dayWordsOf('en')] : [dayWordsOf(language), dayWordsOf('en')];
}

const isOne = (word: string, words: readonly string[]) => words.some((one) => bareWord(one) === word);

const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const later = (day: string, days: number) => textOf(numberOf(day) + days * DAY_MS);

/** The same day this many months later; in a shorter month, its last day. */
function monthsLater(day: string, months: number): string {
  const date = new Date(numberOf(day));
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return textOf(first.getTime() + (Math.min(date.getUTCDate(), length) - 1) * DAY_MS);
}

/** The days that a word stands for, relative to today: one, or two if a language has one word for both. */
export function daysOfWord(text: string, today: string): string[] {
  const word = bareWord(text);
  const found = new Set<string>();
  for (const words of vocabularies()) {
    if (isOne(word, words.today)) found.add(today);
    if (isOne(word, words.yesterday)) found.add(later(today, -1));
    if (isOne(word, words.tomorrow)) found.add(later(today, 1));
    const weekday = weekdayBy(words, word);
    if (weekday >= 0) found.add(later(today, -((new Date(numberOf(today)).getUTCDay() - weekday + 7) % 7)));
  }
  return [...found];
}

const weekdayBy = (words: DayWords, word: string) => words.weekdays.findIndex((names) => isOne(word, names));

/** True if a word is a weekday, which as the first day of a range means the last such day before its end. */
export const isWeekday = (text: string): boolean =>
  vocabularies().some((words) => weekdayBy(words, bareWord(text)) >= 0);

/** The first day of the unit that contains a day; weeks begin on Monday. */
function firstOf(unit: DayUnit, day: string): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  return unit === 'week' ? later(day, -((new Date(numberOf(day)).getUTCDay() + 6) % 7)) : day;
}

const unitsLater = (unit: DayUnit, day: string, count: number) =>
  unit === 'month' || unit === 'year'
    ? monthsLater(day, unit === 'year' ? 12 * count : count)
    : later(day, unit === 'week' ? 7 * count : count);

/**
 * A period relative to today: "last 7 days" with today as the seventh, "last week" as the whole previous week, "this
 * month" up to today. Null if the text is none.
 */
export function readPeriod(text: string, today: string): Days | null {
  const tokens = bareWord(text).split(/\s+/).filter(Boolean);
  for (const words of vocabularies()) {
    const period = periodBy(words, tokens);
    if (!period) continue;
    const { way, unit, count } = period;
    const first = firstOf(unit, today);
    if (way === 'present') return count === null ? [first, unit === 'day' ? first : today] : null;
    if (way === 'last') {
      if (count !== null) return [later(unitsLater(unit, today, -count), 1), today];
      return [unitsLater(unit, first, -1), later(first, -1)];
    }
    if (count !== null) return [today, later(unitsLater(unit, today, count), -1)];
    return [unitsLater(unit, first, 1), later(unitsLater(unit, first, 2), -1)];
  }
  return null;
}

interface Period {
  way: 'last' | 'present' | 'next';
  unit: DayUnit;
  /** Null for the single previous, present, or next unit. */
  count: number | null;
}

const UNITS: readonly DayUnit[] = ['day', 'week', 'month', 'year'];

/**
 * Each word of a period occurs once, and their order depends on the language: the word for "last" is first in "last
 * week", and second in "الأسبوع الماضي".
 */
function periodBy(words: DayWords, tokens: readonly string[]): Period | null {
  const ways: Period['way'][] = [];
  const units: DayUnit[] = [];
  const counts: number[] = [];
  for (const token of tokens) {
    const way = (['last', 'present', 'next'] as const).find((one) => isOne(token, words[one]));
    const unit = UNITS.find((one) => isOne(token, words.units[one]));
    const pair = UNITS.find((one) => isOne(token, words.pairs[one] ?? []));
    if (way) ways.push(way);
    else if (unit) units.push(unit);
    else if (pair) {
      units.push(pair);
      counts.push(2);
    } else if (/^\d{1,3}$/.test(token)) counts.push(Number(token));
    else if (!isOne(token, words.fillers)) return null;
  }
  const [way, unit, count = null] = [ways[0], units[0], counts[0]];
  if (ways.length !== 1 || units.length !== 1 || counts.length > 1 || !way || !unit) return null;
  return count !== null && (count < 1 || count > MAX_COUNT) ? null : { way, unit, count };
}

/** The parts of a worded range: two days, or one that begins or ends it. */
export type WordedRange = { first: string; last: string } | { first: string } | { last: string };

/** Splits a range at its words: "27 nov to 29 nov", "until 3 dec", "27 से 29 नवंबर तक". Null if it has none. */
export function splitByWords(text: string): WordedRange | null {
  const bare = bareWord(text);
  for (const words of vocabularies()) {
    const found = splitBy(words, bare);
    if (found) return found;
  }
  return null;
}

function splitBy(words: DayWords, text: string): WordedRange | null {
  const [hasFrom, afterFrom] = without(text, words.from, 'start');
  const [hasUntilAfter, inner] = without(afterFrom, words.untilAfter, 'end');
  for (const word of words.to.map(bareWord)) {
    // The Arabic "and" is joined to the following word.
    const mark = word === 'و' ? /\s+و\s*(?=\d)/u : new RegExp(`\\s+${word}\\s+`, 'u');
    const [first, last, ...more] = inner.split(mark);
    if (more.length === 0 && first && last) return { first, last };
  }
  const [hasUntil, last] = without(text, words.until, 'start');
  if (hasUntil) return { last };
  if (hasUntilAfter) return { last: inner };
  if (hasFrom) return { first: afterFrom };
  const [hasFromAfter, first] = without(text, words.fromAfter, 'end');
  return hasFromAfter ? { first } : null;
}

/** A text without one of these words at its start or end, and whether it had one. */
function without(text: string, words: readonly string[], where: 'start' | 'end'): [boolean, string] {
  for (const word of words.map(bareWord)) {
    if (where === 'start' && text.startsWith(`${word} `)) return [true, text.slice(word.length).trim()];
    if (where === 'end' && text.endsWith(` ${word}`)) return [true, text.slice(0, -word.length).trim()];
  }
  return [false, text];
}
