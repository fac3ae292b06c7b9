import path from 'node:path';
import { expect, test } from 'vitest';
import { checkFile, checkZones } from './check-zones.ts';

test.each([
  'const hour = new Date().getHours();',
  'date.setDate(1)',
  'new Date().toLocaleTimeString()',
  'new Date(2026, 0, 1)',
  'new Date(year(), month)',
  "import dayjs from 'dayjs';",
  "import utc from 'dayjs/plugin/utc';",
  'Date.parse(`${day}T00:00:00`)',
  "new Intl.DateTimeFormat('en', { hour: 'numeric' }).format(at)",
  'new Intl.DateTimeFormat().resolvedOptions();',
  'const make = Intl.DateTimeFormat;',
])('finds the zone of the browser in %s', (text) => {
  expect(checkFile('web/src/a.ts', `\n${text}`)).toEqual([expect.stringMatching(/^web\/src\/a\.ts:2: /)]);
});

test.each([
  'const month = date.getUTCMonth();',
  'new Date(Date.UTC(2026, 0, 1))',
  'call(new Date(at), zone)',
  'Date.parse(`${day}T00:00:00Z`)',
  "new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone })",
  'const made = new Map<string, Intl.DateTimeFormat>();',
  '// not new Date().getHours()',
  'new Date().toISOString()',
  "import 'dayjs/locale/hi';",
])('has nothing against %s', (text) => {
  expect(checkFile('web/src/a.ts', text)).toEqual([]);
});

test('the web application follows no zone of a browser', () => {
  expect(checkZones(path.join(import.meta.dirname, '..'))).toEqual([]);
});
