import { expect, test } from 'vitest';
import { readCodes } from './read-codes.ts';

test.each([
  ['one a line, as a column of a sheet', 'S-1\r\nS-2\r\n\r\n S-3 \r\n', ['S-1', 'S-2', 'S-3']],
  ['in one line', 'S-3, S-1;S-2\tS-4', ['S-3', 'S-1', 'S-2', 'S-4']],
  ['each once, whatever its case', 's-1\nS-1\nS-2', ['s-1', 'S-2']],
  ['a code with a blank within', 'Shop 7', ['Shop 7']],
  ['nothing', ' \n ', []],
])('reads %s', (_, text, codes) => {
  expect(readCodes(text)).toEqual(codes);
});
