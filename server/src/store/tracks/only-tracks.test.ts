import { readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../..');
/** SQL, in the capitals of this code, that names a table of reports: of rows or of packed days, or a partition. */
const NAMES_TABLE =
  /\b(?:FROM|JOIN|INTO|UPDATE|USING|ONLY|TABLE|TRUNCATE)\s+(?:ONLY\s+)?(?:positions|status_reports|position_chunks|status_report_chunks)(?:_default|_\d{8})?\b|'(?:positions|status_reports)'::regclass/;

test('only the store of tracks names the tables of reports', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    if (file.endsWith('.test.ts') || file.startsWith('testing/') || file.startsWith('store/tracks/')) continue;
    if (NAMES_TABLE.test(readFileSync(path.join(SOURCES, file), 'utf8'))) found.push(file);
  }
  expect(found).toEqual([]);
});

test.each([
  'SELECT 1 FROM positions p',
  'LEFT JOIN status_reports r ON',
  'DROP TABLE positions_20260102',
  `'positions'::regclass`,
])('recognises %s', (sql) => expect(sql).toMatch(NAMES_TABLE));

test('one text of SQL reads the bytes of a chunk, which are in two columns', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found = files.filter((file) =>
    /(?:SELECT |, c\.)data\b/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  );
  // It also reads databases of earlier versions, which had one.
  expect(found).toEqual(['restore-day.ts']);
});
