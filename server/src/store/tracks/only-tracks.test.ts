import { readFileSync } from 'node:fs';
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
