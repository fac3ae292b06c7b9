import { strFromU8, unzipSync } from 'fflate';
import { afterEach, expect, test } from 'vitest';
import { formatSettings, NO_ZONES, setFormat } from '../../text/format-settings.ts';
import type { ExportTable } from './export-table.ts';
import { MAX_ROWS, sheetName, toXlsx } from './xlsx.ts';

const before = { ...formatSettings() };
afterEach(() => void setFormat({ ...before, ...NO_ZONES }));

const table: ExportTable = {
  title: 'Vehicles: north/south',
  columns: ['Plate', 'Speed', 'Heard'],
  rows: [
    ['=1+1', 42.5, new Date('2024-01-01T12:00:00Z')],
    ['वाहन & <co>', null, null],
  ],
};

/** The entries of the file's archive, read without the library that wrote it. */
async function partsOf(written: ExportTable): Promise<Record<string, string>> {
  const parts = unzipSync(await toXlsx(written));
  return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
const sheetOf = async (written: ExportTable) => (await partsOf(written))['xl/worksheets/sheet1.xml'] ?? '';
const inZone = (timeZone: string) => setFormat({ language: 'en', units: 'metric', dayZone: timeZone, timeZone });

test('a sheet takes no name that Excel refuses', () => {
  expect(sheetName("'a[b]:c*d?e/f\\g'")).toBe('a b  c d e f g');
  expect(sheetName('x'.repeat(40))).toHaveLength(31);
  expect(sheetName(`${'x'.repeat(30)}'y`)).toBe('x'.repeat(30));
  expect(sheetName(' / ')).toBe('Sheet1');
  expect(sheetName('History')).toBe('History 1');
});

test('a text like a formula stays text, numbers and times are numbers', async () => {
  inZone('UTC');
  const parts = await partsOf(table);
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  const texts = [...(parts['xl/sharedStrings.xml'] ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
  expect(texts).toEqual(['Plate', 'Speed', 'Heard (UTC)', '=1+1', 'वाहन &amp; &lt;co&gt;']);
  expect(sheet).toMatch(/<c r="A2" t="s"><v>3<\/v><\/c><c r="B2"><v>42.5<\/v><\/c><c r="C2" s="\d"><v>45292.5<\/v>/);
  expect(sheet).not.toContain('<f');
});

test('the heading is bold, frozen and has a filter', async () => {
  const parts = await partsOf(table);
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  expect(sheet).toContain('<autoFilter ref="A1:C3"/>');
  expect(sheet).toMatch(/<pane ySplit="1" topLeftCell="A2"[^>]* state="frozen"/);
  const style = Number(/<c r="C1"[^>]* s="(\d+)"/.exec(sheet)?.[1]);
  const styles = parts['xl/styles.xml'] ?? '';
  const font = /fontId="(\d+)"/.exec(
    [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf [^>]*>/g)][style]?.[0] ?? '',
  );
  expect([...styles.matchAll(/<font>.*?<\/font>/g)][Number(font?.[1])]?.[0]).toContain('<b/>');
});

// 1 January 2024 is day 45292 and 1 March 1900 day 61 of the 1900 date system; 01:35 is 95 of 1440 minutes.
test.each([
  ['2024-01-01T12:00:00Z', 'UTC', 45_292.5],
  ['1900-03-01T00:00:00Z', 'UTC', 61],
  ['2023-12-31T20:05:00Z', 'Asia/Kolkata', 45_292 + 95 / 1440],
  ['2024-01-01T02:00:00Z', 'America/Montevideo', 45_291 + 23 / 24],
])('%s in %s is the day %d by the clock on the wall', async (moment, zone, serial) => {
  inZone(zone);
  const sheet = await sheetOf({ title: '', columns: ['a'], rows: [[new Date(moment)]] });
  expect(Number(/<c r="A2"[^>]*><v>([\d.]+)<\/v>/.exec(sheet)?.[1])).toBeCloseTo(serial, 6);
});

test('text that a sheet cannot hold is left out or cut', async () => {
  const long = 'y'.repeat(40_000);
  const parts = await partsOf({
    title: '',
    columns: ['a'],
    rows: [['a\u0000b\u0007\u{1F697}\uD800'], [long], [Number.NaN]],
  });
  const strings = parts['xl/sharedStrings.xml'] ?? '';
  expect(strings).toMatch(/<t[^>]*>ab\u{1F697}<\/t>/u);
  expect(/y{9,}/.exec(strings)?.[0]).toHaveLength(32_767);
  expect(parts['xl/worksheets/sheet1.xml']).not.toContain('NaN');
});

test('more rows than a sheet holds are refused', async () => {
  const rows = Array.from({ length: MAX_ROWS }, () => []);
  await expect(toXlsx({ title: '', columns: ['a'], rows })).rejects.toThrow(RangeError);
});
