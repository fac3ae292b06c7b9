import { expect, test } from 'vitest';
import path from 'node:path';
import { checkCounts, EXAMPLES } from './adding-counts.ts';

const ROOT = path.join(import.meta.dirname, '..');

test('the guides state how many files their example touches', () => {
  expect(checkCounts(ROOT)).toEqual([]);
});

test('a file that is gone, a wrong number and a table that is missing are reported', () => {
  const { record } = EXAMPLES;
  if (!record) throw new Error('no example of a record');
  const files = [
    ...record.files.filter((file) => file !== 'contract/src/record-kinds.ts'),
    'contract/src/no-such-file.ts',
  ];
  expect(checkCounts(ROOT, { record: { ...record, files } })).toEqual([
    expect.stringMatching(/^docs\/adding-a-record\.md: record is \d+ files and not \d+$/),
    'record: contract/src/no-such-file.ts has no part in it',
    'record: contract/src/record-kinds.ts is a table that the guide does not count',
  ]);
});
