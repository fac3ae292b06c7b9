import type { Language } from '@milepost/contract/languages';
import english from '@milepost/contract/texts/en/days.json' with { type: 'json' };

export type DayUnit = 'day' | 'week' | 'month' | 'year';

/** The words by which a language names days and ranges of them, without the marks that `bareWord` takes away. */
export interface DayWords {
  today: readonly string[];
  /** Hindi has one word for both: what the bounds of a field leave over, else the person is asked. */
  yesterday: readonly string[];
  tomorrow: readonly string[];
  /** Of each day of the week, Sunday first: the last such day up to today. */
  weekdays: readonly (readonly string[])[];
  /** Before the first day, where the last is today or follows: "since 1 Nov". */
  from: readonly string[];
  /** Before the last day: "until 3 Nov". */
  until: readonly string[];
  /** After the first and the last day, in languages that have them there. */
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
  /** What may stand beside them and means nothing. */
  fillers: readonly string[];
}

const files = import.meta.glob<DayWords>('../../../contract/src/texts/*/days.json', { eager: true, import: 'default' });

export const dayWordsOf = (language: Language): DayWords =>
  files[`../../../contract/src/texts/${language}/days.json`] ?? english;

/**
 * A word as it is compared: without vowel signs, the forms of alef and the dots of letters, which Arabic is written with and
 * without, and without the dot below letters of Hindi.
 */
export const bareWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u064b-\u0655\u0670\u0640\u093c]/g, '')
    .normalize('NFC')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي');
