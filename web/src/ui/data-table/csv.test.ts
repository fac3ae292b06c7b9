import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const columns = [
  { label: 'Registration', value: (row: { plate: string }) => row.plate },
  { label: 'Wheels', value: () => 4 },
  { label: 'Driver', value: () => null },
];
const line = (plate: string) => toCsv(columns, [{ plate }]).split('\r\n').slice(1, -1).join('\r\n');

test('begins with the byte-order mark and the heads, lines end in CRLF', () => {
  expect(toCsv(columns, [{ plate: 'SBA 4821' }])).toBe('\uFEFFRegistration,Wheels,Driver\r\nSBA 4821,4,\r\n');
});

test('quotes cells with a comma, a quote or a line break (RFC 4180)', () => {
  expect(line('a,b')).toBe('"a,b",4,');
  expect(line('say "x"')).toBe('"say ""x""",4,');
  expect(line('a\nb')).toBe('"a\nb",4,');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '|calc', '＝1+1', '＋1', '－1', '＠x'])(
  'does not let a spreadsheet run %s',
  (plate) => {
    expect(line(plate)).toBe(`'${plate},4,`);
  },
);

test('leaves a phone number as it is, unless it could be a sum', () => {
  expect(line('+598 99 123 456')).toBe('+598 99 123 456,4,');
  expect(line('+1-555-0100')).toBe("'+1-555-0100,4,");
});

test('nor text after a semicolon, at which other spreadsheets split cells', () => {
  expect(line("x;=cmd|'/C calc'!A0; +1")).toBe("x;'=cmd|'/C calc'!A0; '+1,4,");
  expect(line('north;south')).toBe('north;south,4,');
});

test('a negative number stays a number', () => {
  expect(toCsv([{ label: 'lon', value: () => -56.2 }], [null])).toBe('\uFEFFlon\r\n-56.2\r\n');
});
