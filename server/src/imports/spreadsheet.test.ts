import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { IMPORT_DESCRIPTORS } from './kinds.ts';
import { readInThread } from './read-in-thread.ts';
import { readSpreadsheet } from './spreadsheet.ts';

function* million() {
  for (let index = 0; index < 1_000_000; index += 1) yield [index];
}

/** Merges the lines of the second column, so that all have the value of the first. */
const mergedCells = (endRow: number) => [{ startRow: 0, startCol: 1, endRow, endCol: 1 }];

/** Rows with a single cell in the last possible column. */
function* farRows() {
  const row: (string | null)[] = Array.from({ length: 16_384 }, () => null);
  row[16_383] = 'x';
  for (let index = 0; index < 300; index += 1) yield row;
}

const readVehicles = (bytes: Uint8Array) => readInThread(bytes, IMPORT_DESCRIPTORS.vehicle.fields);
const utf8 = (text: string) => new TextEncoder().encode(text);
const rowsOf = async (bytes: Uint8Array) => {
  const read = await readSpreadsheet(bytes);
  return 'fault' in read ? read.fault : read.sheets[0]?.rows.map(({ line, cells }) => [line, ...cells]);
};

describe('text', () => {
  test.each([
    ['commas', 'Plate,Make\nA 1,Ford\n'],
    ['semicolons', 'Plate;Make\r\nA 1;Ford\r\n'],
    ['tabs', 'Plate\tMake\nA 1\tFord'],
    ['bars', 'Plate|Make\nA 1|Ford'],
    ['the separator that Excel names', 'sep=;\nPlate;Make\nA 1;Ford'],
  ])('is read with %s between its cells', async (name, text) => {
    const above = name.startsWith('the') ? 1 : 0;
    expect(await rowsOf(utf8(text))).toEqual([
      [1 + above, 'Plate', 'Make'],
      [2 + above, 'A 1', 'Ford'],
    ]);
  });

  test('is read with a byte order mark, in UTF-16, or as Windows writes it', async () => {
    const text = 'Größe;Straße\nÄ 1;Köln';
    const expected = [
      [1, 'Größe', 'Straße'],
      [2, 'Ä 1', 'Köln'],
    ];
    expect(await rowsOf(utf8(`\uFEFF${text}`))).toEqual(expected);
    expect(await rowsOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(expected);
    expect(await rowsOf(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toEqual(expected);
    expect(await rowsOf(Buffer.from(text, 'latin1'))).toEqual(expected);
  });

  test('is read in UTF-16 without a mark', async () => {
    const bytes = new Uint8Array(Buffer.from('Registration;Model\nŁ 1;Żuk', 'utf16le'));
    expect(await readSpreadsheet(bytes)).toMatchObject({ sheets: [{ rows: [{}, { cells: ['Ł 1', 'Żuk'] }] }] });
  });

  test('preserves line ends and separators inside quotation marks, and skips empty lines', async () => {
    expect(await rowsOf(utf8('Plate,Note\n\n"A, 1","two ""lines""\nhere"\n,,\n'))).toEqual([
      [1, 'Plate', 'Note'],
      [3, 'A, 1', 'two "lines"\nhere'],
    ]);
  });

  test('loses the apostrophe that keeps a spreadsheet from running a text', async () => {
    expect(await rowsOf(utf8("Plate,Note\nA 1,'=1+1\nA 2,'＝1; '＠x\n"))).toEqual([
      [1, 'Plate', 'Note'],
      [2, 'A 1', '=1+1'],
      [3, 'A 2', '＝1; ＠x'],
    ]);
  });

  test('loses it also behind separators within a cell, quickly even with nothing but tabs', async () => {
    expect(await rowsOf(utf8('Plate,Note\n"a;\'=1","b\t \'\'+1;\'x"\n'))).toEqual([
      [1, 'Plate', 'Note'],
      [2, 'a;=1', "b\t '+1;'x"],
    ]);
    const begun = performance.now();
    await rowsOf(utf8(`Plate,Note\nA 1,"x${'\t'.repeat(200_000)}y"\n`));
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test.each([
    ['sheet-open-quote', utf8('Plate,Make\n"A 1,Ford\n')],
    ['sheet-empty', utf8('\n\n  \n')],
    ['sheet-unreadable', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 1])],
    ['sheet-unreadable', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])],
    ['sheet-wide', utf8(`${Array.from({ length: 101 }, (_none, index) => `c${index}`).join(',')}\n`)],
    ['sheet-long', utf8(`Plate\n${'A\n'.repeat(50_001)}`)],
  ])('is refused as %s', async (code, bytes) => {
    expect(await readSpreadsheet(bytes)).toMatchObject({ fault: { code } });
  });
});

describe('XLSX', () => {
  test('has values for formulas, days as days, and long numbers without an exponent', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Fleet',
          columns: [{}, { numFmt: 'yyyy-mm-dd' }, {}],
          rows: [
            ['Plate', 'Bought', 'IMEI'],
            ['x', new Date('2025-12-31T00:00:00Z'), 356_938_035_643_809],
            ['A 2', new Date('2025-12-31T10:11:12Z'), true],
          ],
          cells: new Map([['1,0', { value: 'x', formula: 'CONCAT("A ",1)', formulaResult: 'A 1' }]]),
        },
      ],
    });
    expect(await rowsOf(bytes)).toEqual([
      [1, 'Plate', 'Bought', 'IMEI'],
      [2, 'A 1', '2025-12-31', '356938035643809'],
      [3, 'A 2', '2025-12-31 10:11:12', 'true'],
    ]);
  });

  test('repeats cells merged down a column, and treats those merged across as a title', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Fleet',
          rows: [
            ['All vehicles', null],
            ['Group', 'Plate'],
            ['North', 'A 1'],
            [null, 'A 2'],
            [null, 'A 3'],
          ],
          merges: [
            { startRow: 0, startCol: 0, endRow: 0, endCol: 1 },
            { startRow: 2, startCol: 0, endRow: 3, endCol: 0 },
          ],
        },
      ],
    });
    expect(await rowsOf(bytes)).toEqual([
      [1, 'All vehicles', ''],
      [2, 'Group', 'Plate'],
      [3, 'North', 'A 1'],
      [4, 'North', 'A 2'],
      [5, '', 'A 3'],
    ]);
  });

  test('with a cell in the last column of each row is refused at the first of them', async () => {
    const bytes = new Uint8Array(await new Response(writeXlsxStream(farRows(), { name: 'Fleet' })).arrayBuffer());
    expect(await readSpreadsheet(bytes)).toMatchObject({ fault: { code: 'sheet-wide' } });
  });

  test('with a sheet of a million lines is refused with a message within seconds', { timeout: 60_000 }, async () => {
    const bytes = new Uint8Array(await new Response(writeXlsxStream(million(), { name: 'Fleet' })).arrayBuffer());
    const begun = performance.now();
    expect(await readVehicles(bytes)).toEqual({ fault: { code: 'sheet-long', params: { most: 50_000 } } });
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  test('that would unpack to more than allowed is refused before it does', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['Plate'], ['A 1']] }] });
    // The size of an entry, 24 bytes into its header in the directory (APPNOTE 4.3.12): 1 GiB.
    Buffer.from(bytes.buffer).writeUInt32LE(2 ** 30, Buffer.from(bytes.buffer).indexOf('PK\u0001\u0002') + 24);
    expect(await readSpreadsheet(bytes)).toEqual({ fault: { code: 'sheet-heavy' } });
  });

  test('with one long text in every line is refused before it uses memory outside its thread', async () => {
    const rows = [['Plate', 'x'.repeat(1000)], ...Array.from({ length: 49_999 }, (_none, index) => [`A ${index}`])];
    // 50,000 lines of 1,000 characters, plus the other cells.
    const heavy = await writeXlsx({ sheets: [{ name: 'A', rows, merges: mergedCells(49_999) }] });
    expect(heavy.length).toBeLessThan(1_000_000);
    expect(await readVehicles(heavy)).toEqual({ fault: { code: 'sheet-heavy' } });
    const light = await readVehicles(await writeXlsx({ sheets: [{ name: 'A', rows, merges: mergedCells(9999) }] }));
    // Line 10,000 is in the part of lines 9502 to 10,001.
    const part: unknown = 'fault' in light ? light.fault : JSON.parse(light.tables[0]?.parts[19] ?? '');
    expect(part).toContainEqual({ line: 10_000, cells: ['A 9998', 'x'.repeat(1000)] });
  });

  test('that is truncated is refused with a message', async () => {
    const whole = await writeXlsx({ sheets: [{ name: 'A', rows: [['Plate'], ['A 1']] }] });
    expect(await readVehicles(whole.slice(0, whole.length / 2))).toMatchObject({ fault: { code: 'sheet-unreadable' } });
  });
});
