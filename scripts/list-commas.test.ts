import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CELL_COMMA, joinList } from '@milepost/contract/list-text';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
/**
 * The files that contain texts for people: the whole web application, and mails, notices and documents of the server.
 */
const TEXTS = [
  'web/src/**/*.{ts,tsx}',
  'server/src/notify/**/*.ts',
  'server/src/reports/export/**/*.ts',
  'server/src/reports/report-notes.ts',
];
/** Files that write formal languages: outlines of areas as WKT, and displayed code. */
const OF_MACHINES = new Set([
  'web/src/features/geo-fence/files/wkt.ts',
  'web/src/features/showcase/frame/jsx-code.ts',
  'web/src/features/showcase/widget/specimens/gestures-specimen.tsx',
  'web/src/features/showcase/widget/specimens/notification-specimen.tsx',
]);

/** Entries joined by the Latin comma, in any kind of quotes. */
const LATIN_LIST = /\.join\(\s*(['"`]), +\1\s*\)/;

const sources = () =>
  globSync(TEXTS, { cwd: ROOT }).filter((file) => !file.includes('.test.') && !OF_MACHINES.has(file));

test('a list in a text has the comma of the language', () => {
  expect(joinList(['SBA 1', 'SBA 2'], 'en')).toBe('SBA 1, SBA 2');
  expect(joinList(['SBA 1', 'SBA 2'], 'hi')).toBe('SBA 1, SBA 2');
  expect(joinList(['SBA 1', 'SBA 2'], 'ar')).toBe('SBA 1، SBA 2');
  expect(joinList([], 'ar')).toBe('');
  // Imports split cells at it.
  expect(['a', 'b'].join(CELL_COMMA)).toBe('a, b');
});

test('no text joins a list with the Latin comma: `listText` and `joinList` use that of the language', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => LATIN_LIST.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});
