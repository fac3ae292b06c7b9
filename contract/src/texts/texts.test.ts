import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Language, LANGUAGES } from '../languages.ts';
import englishDays from './en/days.json' with { type: 'json' };
import englishUnits from './en/units.json' with { type: 'json' };

const JSON_FILE = { with: { type: 'json' } };

interface Texts {
  readonly [key: string]: string | Texts;
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** All texts of a language by full key, such as `vehicle-info.title`. */
async function textsOf(language: Language): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const collect = (prefix: string, from: Texts) => {
    for (const [key, value] of Object.entries(from)) {
      if (typeof value === 'string') found.set(prefix + key, value);
      // The words that imports recognise are not compared: each language has as many as it needs.
      else if (key !== 'imports') collect(`${prefix}${key}.`, value);
    }
  };
  const parts = await Promise.all(
    ['shell', 'screens', 'server'].map(async (part) => {
      const { texts }: { texts: Texts } = await import(`./${language}/${part}.ts`);
      return texts;
    }),
  );
  for (const texts of parts) collect('', texts);
  return found;
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{?[^{}]*\}\}?/g)].map(([found]) => found).toSorted();

const english = await textsOf('en');

/** The keys that a language must have: those of English, each plural in all forms of the language (CLDR). */
function wantedKeys(language: Language): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = [...english.keys()].flatMap((key) => {
    const stem = key.replace(PLURAL, '');
    return stem === key ? [key] : forms.map((form) => `${stem}_${form}`);
  });
  return [...new Set(keys)].toSorted();
}

/**
 * True for a plural form of exactly one number, such as the Arabic dual, which can express the number by the word
 * itself.
 */
function mayOmitNumber(language: Language, key: string): boolean {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  return PLURAL.test(key) && numbers.filter((number) => key.endsWith(`_${rules.select(number)}`)).length === 1;
}

test('each folder is a language, and each has the files of English', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(LANGUAGES.toSorted());
  // English faults are those of the contract.
  const files = [...readdirSync(`${import.meta.dirname}/en`), 'faults.json'].toSorted();
  for (const { name } of folders)
    expect(readdirSync(`${import.meta.dirname}/${name}`).toSorted(), name).toEqual(
      name === 'en' ? files.filter((file) => file !== 'faults.json') : files,
    );
});

describe.each(LANGUAGES.map((language) => ({ language })))('$language', async ({ language }) => {
  const texts = await textsOf(language);
  const { default: units }: { default: typeof englishUnits } = await import(`./${language}/units.json`, JSON_FILE);
  const { default: days }: { default: typeof englishDays } = await import(`./${language}/days.json`, JSON_FILE);

  test('has every key of English, in its own plural forms, and no other', () => {
    expect([...texts.keys()].toSorted()).toEqual(wantedKeys(language));
  });

  test('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('has the placeholders of English', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const found = placeholders(text);
      // A plural form has the placeholders of the same form in English, or also the number if English omits it.
      const whole = placeholders(english.get(key.replace(PLURAL, '_other')) ?? english.get(key) ?? '');
      if ([placeholders(english.get(key) ?? ''), whole].some((wanted) => wanted.join() === found.join())) return false;
      const isLeftOut = found.length === whole.length - 1 && found.every((name) => whole.includes(name));
      return !isLeftOut || !mayOmitNumber(language, key);
    });
    expect(wrong).toEqual([]);
  });

  test('has words for each unit, with the place of English', () => {
    expect(Object.keys(units)).toEqual(Object.keys(englishUnits));
    expect(Object.values(units).filter((word) => word.trim() === '')).toEqual([]);
    expect(units.ago).toContain('{time}');
  });

  test('has words for days, each day of the week and each unit of a range', () => {
    expect(Object.keys(days)).toEqual(Object.keys(englishDays));
    expect(days.weekdays).toHaveLength(7);
    const words = [days.today, days.yesterday, days.tomorrow, ...days.weekdays, ...Object.values(days.units)];
    for (const names of words) expect(names).toContainEqual(expect.stringMatching(/\S/));
    expect(Object.keys(days.units)).toEqual(Object.keys(englishDays.units));
  });

  test('keeps the words that the specification quotes', () => {
    expect(texts.get('app.please-wait')).toBe('Please wait...');
    expect(texts.get('fault.permission-denied')).toBe('Permission Denied');
  });
});
