import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AUDIT_SUBJECTS } from '@milepost/contract/audit-subjects';
import { REQUEST_KINDS, COMMAND_FAULTS, COMMAND_KINDS } from '@milepost/contract/command-kinds';
import { IMPORT_KIND_NAMES, importSpec } from '@milepost/contract/import-kinds';
import { MENUS } from '@milepost/contract/menus';
import { RECORD_KIND_NAMES } from '@milepost/contract/record-kinds';
import { SENSOR_KINDS } from '@milepost/contract/sensor-kinds';
import { isLanguage, LANGUAGE_NAMES, type Language } from './languages.ts';

interface Texts {
  [key: string]: string | Texts;
}

const files = import.meta.glob<Texts>('../../../contract/src/texts/*/{shell,screens}.ts', {
  eager: true,
  import: 'texts',
});

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** All texts of a language by full key, as in `vehicle-info.title`. */
function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (prefix: string, from: Texts) => {
    for (const [key, value] of Object.entries(from)) {
      if (typeof value === 'string') texts.set(prefix + key, value);
      else collect(`${prefix}${key}.`, value);
    }
  };
  for (const [path, from] of Object.entries(files)) if (path.includes(`/${language}/`)) collect('', from);
  return texts;
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{?[^{}]*\}\}?/g)].map(([found]) => found).toSorted();

const english = textsOf('en');

/** The keys that a language must have: those of English, each plural in all forms of the language (CLDR). */
function wantedKeys(language: Language): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = [...english.keys()].flatMap((key) => {
    const stem = key.replace(PLURAL, '');
    return stem === key ? [key] : forms.map((form) => `${stem}_${form}`);
  });
  return [...new Set(keys)].toSorted();
}

/** A form that holds for one number alone, as the Arabic dual, may say the number in the word. */
function mayOmitNumber(language: Language, key: string): boolean {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  return PLURAL.test(key) && numbers.filter((number) => key.endsWith(`_${rules.select(number)}`)).length === 1;
}

test.each(AUDIT_SUBJECTS)('the audit log has a name for the subject %s', (subject) => {
  expect(english.get(`admin.audit.subject.${subject}`)).toMatch(/\w/);
});

test.each(RECORD_KIND_NAMES)('the kind of record %s has a name', (kind) => {
  expect(english.get(`record-kind.${kind}`)).toMatch(/\w/);
});

test.each(SENSOR_KINDS)('the kind of sensor %s has a name', (kind) => {
  expect(english.get(`sensors.kind.${kind}`)).toMatch(/\w/);
});

test.each(COMMAND_KINDS)('the command %s has a name', (kind) => {
  expect(english.get(`commands.kind.${kind}`)).toMatch(/\w/);
});

test.each(COMMAND_KINDS.filter((kind) => kind !== 'text'))('lists say what was asked by the command %s', (kind) => {
  expect(english.get(`commands.asked.${kind}`)).toMatch(/\w/);
});

test.each(REQUEST_KINDS)('the form says what the command %s does', (kind) => {
  expect(english.get(`commands.about.${kind}`)).toMatch(/\w/);
});

test.each(COMMAND_FAULTS)('a command that was not sent says why: %s', (fault) => {
  expect(english.get(`commands.fault.${fault}`)).toMatch(/\w/);
});

test.each(IMPORT_KIND_NAMES)(
  'the import of each %s has a title, and names for its fields and what it creates',
  (kind) => {
    const { fields, creates } = importSpec(kind);
    expect(english.get(`import.title.${kind}`)).toMatch(/\w/);
    for (const field of Object.keys(fields)) {
      expect(english.get(`import.field-of.${kind}.${field}`) ?? english.get(`import.field.${field}`), field).toMatch(
        /\w/,
      );
    }
    for (const what of creates) expect(english.get(`import.creates.${what}`), what).toMatch(/\w/);
    if (creates.length > 0) expect(english.get(`import.create.${creates.join('-')}`)).toMatch(/\w/);
  },
);

const WEB = join(import.meta.dirname, '..');

test('every key that the code names as a whole is there', () => {
  const known = new Set([...english.keys()].map((key) => key.replace(PLURAL, '')));
  const used = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: (file) => file.endsWith('.test.ts') }).flatMap((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => ({
      file,
      key,
    })),
  );
  expect(used.length).toBeGreaterThan(1000);
  expect(used.filter(({ key }) => !known.has(key))).toEqual([]);
});

test('the menu has a text for each of its titles, and for no other', () => {
  const titles = [...english].flatMap(([key, text]) => (key.startsWith('menu-title.') ? [text] : []));
  expect(new Set(titles)).toEqual(new Set(MENUS.map(({ title }) => title)));
});

test('English is there', () => {
  expect(english.get('app.please-wait')).toBe('Please wait...');
});

describe.each(
  Object.keys(LANGUAGE_NAMES)
    .filter(isLanguage)
    .map((language) => ({ language })),
)('$language', ({ language }) => {
  const texts = language === 'en' ? english : textsOf(language);

  test('has every key of English, in its own plural forms, and no other', () => {
    expect([...texts.keys()].toSorted()).toEqual(wantedKeys(language));
  });

  test('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('has the placeholders of English', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const model = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? '';
      const found = placeholders(text);
      const wanted = placeholders(model);
      if (found.join() === wanted.join()) return false;
      const isLeftOut = found.length === wanted.length - 1 && found.every((name) => wanted.includes(name));
      return !isLeftOut || !mayOmitNumber(language, key);
    });
    expect(wrong).toEqual([]);
  });

  test('keeps the words that the specification quotes', () => {
    expect(texts.get('app.please-wait')).toBe('Please wait...');
    expect(texts.get('fault.permission-denied')).toBe('Permission Denied');
  });
});
