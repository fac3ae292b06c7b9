import { IMPORT_KIND_NAMES } from '@milepost/contract/import-kinds';
import { expect, test } from 'vitest';
import { readDay } from './days.ts';
import { IMPORT_DESCRIPTORS } from './kinds.ts';
import { isNoRecord } from './no-record.ts';
import { parseLine } from './parse-lines.ts';
import { readMeasured } from './units.ts';
import { readWrittenHours } from './written-hours.ts';

// Cells are parsed on the event loop by regular expressions. One that backtracks over every split of a run of spaces
// takes seconds for a cell and hours for a file, during which nobody else is answered.

const FILLERS = [
  ' ',
  '\t',
  '\n',
  '(',
  '[',
  '-',
  ',',
  '.',
  ':',
  "'",
  '1',
  '1 ',
  'a ',
  ', ',
  '- ',
  'uhr ',
  'off',
  '=',
  ';',
];
const ENDS = [
  ['', 'x'],
  ['a', '|'],
  ['1', 'x'],
  ['Mo-', 'x 9-18'],
  ['1-', '\n'],
] as const;
const LENGTHS = [58, 110, 290, 9990];

const cells = LENGTHS.flatMap((length) =>
  FILLERS.flatMap((filler) =>
    ENDS.map(([begin, end]) => `${begin}${filler.repeat(Math.ceil(length / filler.length)).slice(0, length)}${end}`),
  ),
);

test.each(IMPORT_KIND_NAMES)('every field of %s reads odd cells below odd headings quickly', (kind) => {
  const descriptor = IMPORT_DESCRIPTORS[kind];
  for (const field of Object.keys(descriptor.fields)) {
    const column = { field, days: 'dmy' as const, sure: true };
    for (const cell of cells) {
      for (const heading of ['Heading', cell]) {
        const reading = { kind, headings: [heading], columns: [column], leaveOut: true };
        const line = { line: 2, cells: [heading === cell ? '80' : cell] };
        expect(parseLine(reading, descriptor, line).line).toBe(2);
      }
    }
  }
});

test('a line of odd cells is recognised as no record quickly', () => {
  for (let round = 0; round < 100; round += 1) {
    for (const cell of cells) isNoRecord([cell, cell], ['Name', 'Note'], '');
  }
});

const blanks = (count: number) => ' '.repeat(count);
// So many characters that a regular expression with quadratic cost takes minutes instead of a tenth of a second.
test.each<[string, number, () => unknown]>([
  ['hours', 1000, () => readWrittenHours(`Mo-${blanks(280)}x 9-18`)],
  ['a day', 2000, () => readDay(`1-${blanks(9990)}x`, 'dmy')],
  [
    'a quantity below a heading of brackets',
    2000,
    () => readMeasured('80', 'km', 'thousands', { heading: '('.repeat(9990) }),
  ],
  ['a line of totals', 20_000, () => isNoRecord([`a${blanks(57)}|`], ['Name'], '')],
])('reads %s of blanks, %i times', (_what, times, read) => {
  for (let time = 0; time < times; time += 1) read();
});
