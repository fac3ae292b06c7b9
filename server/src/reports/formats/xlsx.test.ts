import { read, utils, type WorkBook } from '@e965/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { COLUMN_KINDS, type ReportCell } from '@milepost/contract/report-columns';
import { reportFile, section, writtenBy } from '../../testing/report-file.ts';
import type { FileColumn, ReportFile } from './report-file.ts';
import { writeXlsx, xlsxWriter } from './xlsx.ts';
import { sheetName } from './xlsx-parts.ts';

const column = (kind: FileColumn['kind'], label: string = kind): FileColumn => ({ key: kind, label, kind });

/** The workbook as SheetJS reads it, with errors for anything unknown. */
const readWorkbook = async (file: ReportFile, write = writeXlsx): Promise<WorkBook> =>
  read((await writtenBy(write, file)).bytes, { WTF: true, cellNF: true, cellStyles: true });
const sheet = (of: WorkBook, at = 0) => of.Sheets[of.SheetNames[at] ?? ''] ?? {};

const CELLS: Record<FileColumn['kind'], ReportCell> = {
  moment: '2026-11-03T03:00:01.000Z',
  day: '2026-11-23',
  month: '2026-11',
  duration: 90_061,
  distance: 12_345,
  speed: 72,
  volume: 41.25,
  economy: 7.5,
  money: 123_456,
  share: 0.125,
  count: 7,
  number: 1.5,
  choice: 'moving',
  place: 'Bulevar Artigas 1234',
  vehicle: 'SBA 1234',
  driver: 'علي',
  group: 'उत्तर',
  text: 'a & <b> "c"',
};

const columns = COLUMN_KINDS.map((kind) => ({
  ...column(kind),
  ...(kind === 'choice' && { choices: { moving: 'On the move' } }),
}));
const row = COLUMN_KINDS.map((kind) => CELLS[kind]);

// 3 November 2026 is day 46329 of the 1900 date system: 1 January 2024 is 45292, and 1037 days lie between.
const AS_NUMBERS: Partial<Record<FileColumn['kind'], [head: string, value: ReportCell, format: string]>> = {
  moment: ['moment (America/Montevideo)', 46_329 + 1 / 86_400, 'yyyy\\-mm\\-dd hh:mm:ss'],
  day: ['day', 46_349, 'yyyy\\-mm\\-dd'],
  month: ['month', 46_327, 'yyyy\\-mm'],
  duration: ['duration', 90_061 / 86_400, '[h]:mm:ss'],
  distance: ['distance (km)', 12.345, '#,##0.00'],
  speed: ['speed (km/h)', 72, '#,##0'],
  economy: ['economy (l/100 km)', 7.5, '#,##0.00'],
  money: ['money (INR)', 1234.56, '#,##0.00'],
  share: ['share', 0.125, '0.0%'],
  choice: ['choice', 'On the move', 'General'],
};

test('SheetJS reads every kind of column as a number, a day or a text, with its unit in the head', async () => {
  const first = sheet(await readWorkbook(reportFile([section(columns, [row])])));
  for (const [at, kind] of COLUMN_KINDS.entries()) {
    const [head, value, format] = AS_NUMBERS[kind] ?? [undefined, CELLS[kind], undefined];
    if (head !== undefined) expect(first[utils.encode_cell({ r: 0, c: at })]?.v).toBe(head);
    const cell = first[utils.encode_cell({ r: 1, c: at })];
    if (typeof value === 'number') expect(cell?.v, kind).toBeCloseTo(value, 9);
    else expect(cell?.v, kind).toBe(value);
    if (format !== undefined && format !== 'General') expect(cell?.z, kind).toBe(format);
  }
  expect(first['!autofilter']?.ref).toBe('A1:R2');
});

test('the library of the imports reads the same values', async () => {
  const { bytes } = await writtenBy(writeXlsx, reportFile([section(columns, [row])]));
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const [, cells = []] = sheets[0]?.rows ?? [];
  expect(sheets.map(({ name }) => name)).toEqual(['Trips', 'About this report']);
  expect(cells[COLUMN_KINDS.indexOf('text')]).toBe('a & <b> "c"');
  expect(cells[COLUMN_KINDS.indexOf('distance')]).toBeCloseTo(12.345);
  expect(cells[COLUMN_KINDS.indexOf('moment')]).toEqual(new Date('2026-11-03T00:00:01Z'));
  expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 });
  expect(sheets[1]?.rows).toContainEqual(['Range', '1 to 7 November 2026']);
  expect(sheets[1]?.rows).toContainEqual(['Time zone', 'America/Montevideo']);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|/c calc!A0'])('%j stays a text', async (text) => {
  const file = reportFile([section([column('text'), column('vehicle', text)], [[text, text]])], {
    parameters: [{ label: text, value: text }],
  });
  const workbook = await readWorkbook(file);
  for (const name of workbook.SheetNames) {
    for (const [at, cell] of Object.entries(workbook.Sheets[name] ?? {})) {
      if (!at.startsWith('!')) expect(cell).not.toHaveProperty('f');
    }
  }
  expect(sheet(workbook)['A2']).toMatchObject({ t: 's', v: text });
});

test('rows beyond a sheet continue on the next, with the head, and none is lost', async () => {
  const rows = Array.from({ length: 10 }, (_, index) => [index]);
  const totals = { totals: [45] };
  const workbook = await readWorkbook(
    reportFile([section([column('count')], rows, totals)]),
    xlsxWriter({ rows: 6, bytes: 1e9 }),
  );
  expect(workbook.SheetNames).toEqual(['Trips', 'Trips (2)', 'Trips (3)', 'About this report']);
  const values = (at: number) => utils.sheet_to_json<number[]>(sheet(workbook, at), { header: 1, blankrows: false });
  expect([0, 1, 2].flatMap((at) => values(at).slice(1)).flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 'Total', 45]);
  expect([0, 1, 2].map((at) => values(at)[0])).toEqual([['count'], ['count'], ['count']]);
});

test('totals are below the rows, bold and outside of the filter; an unknown one is empty', async () => {
  const file = reportFile([
    section([column('vehicle'), column('distance'), column('volume')], [['A', 1000, null]], {
      totals: [null, 1000, null],
    }),
  ]);
  const first = sheet(await readWorkbook(file));
  expect(first['!autofilter']?.ref).toBe('A1:C2');
  expect(first['A4']?.v).toBe('Total');
  expect(first['B4']?.v).toBe(1);
  expect(first['C4']).toBeUndefined();
});

test('a first column with a total of its own has the label above it, so that the total stays a number', async () => {
  const two = [column('count'), column('distance')];
  const first = sheet(await readWorkbook(reportFile([section(two, [[7, 1000]], { totals: [7, 1000] })])));
  expect([first['A4']?.v, first['A5']?.v, first['B5']?.v]).toEqual(['Total', 7, 1]);
  expect(first['!autofilter']?.ref).toBe('A1:B2');
});

test('writes miles, and a currency without decimals', async () => {
  const file = reportFile(
    [section([column('distance'), column('speed'), column('money')], [[1_609.344, 160.9344, 1250]])],
    {
      units: 'miles',
      currency: 'JPY',
    },
  );
  const first = sheet(await readWorkbook(file));
  expect(['A1', 'B1', 'C1'].map((at) => first[at]?.v)).toEqual(['distance (mi)', 'speed (mph)', 'money (JPY)']);
  expect(first['A2']?.v).toBeCloseTo(1);
  expect(first['B2']?.v).toBeCloseTo(100);
  expect(first['C2']?.v).toBe(1250);
});

// In Berlin clocks go back at 01:00 UTC on 25 October 2026, so 02:30 local time occurs twice.
const economyIn = (units: 'metric' | 'miles') => reportFile([section([column('economy')], [[10]])], { units });

test('fuel per 100 km becomes fuel per 100 miles when distances are in miles', async () => {
  const [metric, miles] = [
    sheet(await readWorkbook(economyIn('metric'))),
    sheet(await readWorkbook(economyIn('miles'))),
  ];
  expect(metric['A1']?.v).toContain('(l/100 km)');
  expect(metric['A2']?.v).toBe(10);
  // A mile is 1.609344 km.
  expect(miles['A1']?.v).toContain('(l/100 mi)');
  expect(miles['A2']?.v).toBeCloseTo(16.093, 3);
});

test('writes both half past two of a night of 25 hours', async () => {
  const moments = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000Z'];
  const file = reportFile(
    [
      section(
        [column('moment')],
        moments.map((at) => [at]),
      ),
    ],
    { timeZone: 'Europe/Berlin' },
  );
  const first = sheet(await readWorkbook(file));
  // Spreadsheet dates have no zone, so a local time that occurs twice is a text with its offset.
  expect([first['A2']?.v, first['A3']?.v]).toEqual(['2026-10-25 02:30:00 (UTC+2)', '2026-10-25 02:30:00 (UTC+1)']);
  expect(((Number(first['A4']?.v) % 1) * 24).toFixed(2)).toBe('3.50');
});

test('handles no rows, no columns, letters that XML cannot contain, and texts that a cell cannot', async () => {
  const text = column('text');
  const file = reportFile([
    section([text], []),
    section([], []),
    section([text], [['a\u0000b\uD800'], ['y'.repeat(40_000)], [null]]),
  ]);
  const workbook = await readWorkbook(file);
  expect(workbook.SheetNames).toEqual(['Trips', 'Trips (2)', 'Trips (3)', 'About this report']);
  expect(sheet(workbook, 2)['A2']?.v).toBe('ab\uFFFD');
  expect(String(sheet(workbook, 2)['A3']?.v)).toHaveLength(32_767);
});

test('Arabic sheets read from the right', async () => {
  const workbook = await readWorkbook(reportFile([section([column('text')], [['أ']])], { language: 'ar' }));
  const { bytes } = await writtenBy(writeXlsx, reportFile([section([column('text')], [['أ']])], { language: 'ar' }));
  expect(workbook.SheetNames[1]).toBe('عن هذا التقرير');
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  expect(sheets[0]?.view?.rightToLeft).toBe(true);
});

test('gives sheets valid names', () => {
  expect(sheetName("'a[b]:c*d?e/f\\g'", [])).toBe('a b  c d e f g');
  expect(sheetName('x'.repeat(40), ['X'.repeat(31)])).toBe(`${'x'.repeat(27)} (2)`);
  expect(sheetName('History', [])).toBe('History (2)');
  expect(sheetName(' / ', [])).toBe('Sheet');
});
