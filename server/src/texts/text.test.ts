import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AR } from './ar.ts';
import { DEVICE_CODES } from './device-codes.ts';
import { EN } from './en.ts';
import { HI } from './hi.ts';
import { RECORD_KIND_WORDS } from './record-kinds.ts';
import { inLanguage, textFor, type Texts } from './text.ts';

const names = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted();
const formsOf = (text: Texts[keyof Texts]): string[] => (typeof text === 'string' ? [text] : Object.values(text));

test.each<[string, Texts]>([
  ['hi', HI],
  ['ar', AR],
])('%s has the parameters of English, and every form that it needs', (language, texts) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [code, text] of Object.entries<Texts[keyof Texts]>(texts)) {
    const english = Object.entries<Texts[keyof Texts]>(EN).find(([key]) => key === code)?.[1] ?? '';
    const wanted = names(formsOf(english).at(-1) ?? '');
    expect(typeof text, code).toBe(typeof english);
    if (typeof text === 'string') expect(names(text), code).toEqual(wanted);
    else {
      expect(Object.keys(text).toSorted(), code).toEqual(pluralCategories.toSorted());
      expect(names(text.other), code).toEqual(wanted);
    }
  }
});

test('a text in the form of its number', () => {
  expect(inLanguage('en', textFor('alarms-assigned', { count: 1 }))).toBe('An alarm was assigned to you');
  expect(inLanguage('en', textFor('alarms-assigned', { count: 1200 }))).toBe('1,200 alarms were assigned to you');
  // Arabic: 3 to 10 take the plural, 11 to 99 the singular in the accusative.
  expect(inLanguage('ar', textFor('alarms-assigned', { count: 3 }))).toBe('أُسندت إليك 3 إنذارات');
  expect(inLanguage('ar', textFor('alarms-assigned', { count: 11 }))).toBe('أُسند إليك 11 إنذارًا');
});

test('a name that looks like a parameter stays as it is', () => {
  expect(inLanguage('en', textFor('hello', { name: '{{name}}' }))).toBe('Hello {{name}},');
});

test('alarms that devices report have the words of the interface', async () => {
  for (const [language, words] of Object.entries(DEVICE_CODES)) {
    const file = path.join(import.meta.dirname, `../../../web/src/text/${language}/pages/alarm.json`);
    expect(words).toEqual(JSON.parse(await readFile(file, 'utf8')));
  }
});

test('kinds of records have the words of the interface', async () => {
  for (const [language, words] of Object.entries(RECORD_KIND_WORDS)) {
    const file = path.join(import.meta.dirname, `../../../web/src/text/${language}/pages/record-kind.json`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(words);
  }
});

test('a name with line ends stays in its line, and forges no paragraph', () => {
  for (const name of ['North\n\nSouth', 'North \r\n South', 'North\u2028South', 'North\u0085South'])
    expect(inLanguage('en', textFor('hello', { name }))).toBe(
      inLanguage('en', textFor('hello', { name: 'North South' })),
    );
});
