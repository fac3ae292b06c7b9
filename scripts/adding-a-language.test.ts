// A language consists of its folder and one line: no other source names the language or contains its letters, and the
// guide to adding a language states the right number of files.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@milepost/contract/languages';

const ROOT = path.join(import.meta.dirname, '..');
const LINE = 'contract/src/languages.ts';
const FOLDER = 'contract/src/texts';

/** Sources that refer to a script or a language as data rather than as a text, each with its purpose. */
const KNOWN: Readonly<Record<string, string>> = {
  'city/src/towns-build.ts': 'chooses the Arabic name of a town among those of a data set',
  'contract/src/encodings.ts': 'tells encodings of files apart by their letters',
  'server/src/places/town-words.ts': 'takes the Arabic name of a town where the data set has one',
  'server/src/reports/formats/pdf-data.ts': 'keeps the letter of morning or evening beside its time',
  'server/src/reports/formats/pdf-text-order.ts': 'orders letters for readers of PDF files',
  'web/src/text/day-words.ts': 'compares words without the signs that Arabic is written with or without',
  'web/src/text/read-day-words.ts': 'takes apart a word that Arabic writes together with the next',
  'city/src/map-file/naming-layouts.ts': 'reads names in these languages from map files, whose index has them',
  'city/src/gazetteer-build.ts': 'sorts the towns of the demo city as Spanish does',
  'server/src/imports/languages.ts': 'lists all languages whose days and months files may have',
  'web/src/features/showcase/tables/specimens/export-specimen.tsx': 'shows an export of names in other scripts',
};

const sources = globSync(
  '{contract,protocols,tracking,city,server,web,simulator}/{src,vite}/**/*.{ts,tsx,json,typ,css}',
  {
    cwd: ROOT,
  },
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith(`${FOLDER}/`) && !/\.test\.tsx?$|\/testing\//.test(file) && file !== LINE);

/** The files with something that only the texts of a language may have. */
const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(path.join(ROOT, file), 'utf8')));

test('letters of a language are in its folder and its line alone', () => {
  const scripts = LANGUAGES.map((language) => new Intl.Locale(language).maximize().script).filter(
    (script) => script !== 'Latn',
  );
  const letters = new RegExp(scripts.map((script) => `(?=\\p{L})\\p{Script=${script}}`).join('|'), 'u');
  expect(filesWith(letters).filter((file) => !(file in KNOWN))).toEqual([]);
});

test('no source names a language but English, from which the others are translated', () => {
  const codes = LANGUAGES.filter((language) => language !== 'en').join('|');
  expect(
    filesWith(new RegExp(`'(?:${codes})'|"(?:${codes})"|[{\\s,](?:${codes}): `)).filter((file) => !(file in KNOWN)),
  ).toEqual([]);
});

test('the files that know a script or a language are there', () => {
  expect(Object.keys(KNOWN).filter((file) => !sources.includes(file))).toEqual([]);
});

test('docs/adding-a-language.md counts its files', () => {
  const page = readFileSync(path.join(ROOT, 'docs/adding-a-language.md'), 'utf8');
  const [, folder, whole] = /(\d+) files in its folder, (\d+) in all/.exec(page) ?? [];
  const counts = LANGUAGES.filter((language) => language !== 'en').map(
    (language) => readdirSync(path.join(ROOT, FOLDER, language)).length,
  );
  expect(new Set(counts)).toEqual(new Set([Number(folder)]));
  // The folder's files, the line that registers the language, and its column of the glossary.
  expect(Number(whole)).toBe(Number(folder) + 2);
});
