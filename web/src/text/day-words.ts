import type { Language } from '@milepost/contract/languages';
import english from '@milepost/contract/texts/en/days.json' with { type: 'json' };

export type DayUnit = 'day' | 'week' | 'month' | 'year';

/** The words of a language for days and ranges, without the marks that `bareWord` removes. */
export interface DayWords {
  today: readonly string[];
  /** Hindi has one word for both days: the bounds of a field decide, otherwise the person is asked. */
  yesterday: readonly string[];
  tomorrow: readonly string[];
  /** The names of each weekday, Sunday first: the last such day up to today. */
  weekdays: readonly (readonly string[])[];
  /** Before the first day, if the last is today or follows: "since 1 Nov". */
  from: readonly string[];
  /** Before the last day: "until 3 Nov". */
  until: readonly string[];
  /** After the first and the last day, in languages that put them there. */
  fromAfter: readonly string[];
  untilAfter: readonly string[];
  /** Between two days. */
  to: readonly string[];
  last: readonly string[];
  present: readonly string[];
  next: readonly string[];
  units: Readonly<Record<DayUnit, readonly string[]>>;
  /** Words for two of a unit. */
  pairs: Readonly<Partial<Record<DayUnit, readonly string[]>>>;
  /** Words beside them that are ignored. */
  fillers: readonly string[];
}

const files = import.meta.glob<DayWords>('../../../contract/src/texts/*/days.json', { eager: true, import: 'default' });

export const dayWordsOf = (language: Language): DayWords =>
  files[`../../../contract/src/texts/${language}/days.json`] ?? english;

/**
 * Normalises a word for comparison: without vowel signs, the forms of alef and the dots of letters, which are optional
 * in written Arabic, and without the dot below Hindi letters.
 */
export const bareWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u064b-\u0655\u0670\u0640\u093c]/g, '')
    .normalize('NFC')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي');
