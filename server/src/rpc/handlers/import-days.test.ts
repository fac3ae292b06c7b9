import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: ImportFixture;
let admin: TestBrowser;
const kind = 'driver' as const;

beforeAll(async () => {
  fixture = await importFixture();
  ({ admin } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'drivers', 'imports'));

const TWO_DAYS = { text: '03/04/2026', dmy: '2026-04-03', mdy: '2026-03-04' };
const open = async (sheet: string | Uint8Array) => {
  const { id = 0 } = await fixture.send(sheet, 'drivers', admin, kind);
  const { columns = [] } = (await admin.call('get-import', { id })).import ?? {};
  return { id, columns };
};
const check = async (
  id: number,
  columns: { field: string | null; days: 'ymd' | 'dmy' | 'mdy'; sure?: boolean | undefined }[],
) =>
  (
    await admin.call('check-import', {
      id,
      columns: columns.map(({ field, days, sure }) => ({ field, days, sure })),
      mode: 'new',
      create: false,
    })
  ).import;
const hired = async () => (await admin.call('get-driver-list')).rows?.map(({ name, hiredOn }) => [name, hiredOn]);

test('days that can be read in two orders are reported by the trial, and imported once a person has chosen the order', async () => {
  const { id, columns } = await open('Name,Hired\nAna,05/05/2026\nBen,03/04/2026\nCid,3 May 2026\n');
  expect(columns.map(({ twoDays }) => twoDays)).toEqual([null, TWO_DAYS]);
  const tried = await check(id, columns);
  expect([tried?.counts, tried?.columns[1]?.twoDays, tried?.columns[1]?.sure]).toEqual([
    { create: 3 },
    TWO_DAYS,
    undefined,
  ]);
  expect((await admin.call('run-import', { id })).code).toBe('import-days-unsure');
  const rechecked = await check(
    id,
    columns.map(({ field }) => ({ field, days: 'mdy', sure: true })),
  );
  expect(rechecked?.columns[1]).toMatchObject({ days: 'mdy', sure: true, twoDays: TWO_DAYS });
  expect((await fixture.run(id)).import?.counts).toEqual({ created: 3 });
  expect(await hired()).toEqual([
    ['Ana', '2026-05-05'],
    ['Ben', '2026-03-04'],
    ['Cid', '2026-05-03'],
  ]);
});

test.each([
  ['a day that exists in one order alone', 'Name,Hired\nBen,03/04/2026\nCid,31/12/2026\n'],
  ['a day far below the first lines', `Name,Hired\n${'Ben,03/04/2026\n'.repeat(400)}Cid,31/12/2026\n`],
  ['a column that is left out', 'Name,Printed\nBen,03/04/2026\n'],
  ['a text', 'Name,Note\nBen,03/04/2026\n'],
])('%s needs no choice', async (_what, sheet) => {
  const { id, columns } = await open(sheet);
  await check(id, columns);
  expect((await admin.call('run-import', { id })).code).not.toBe('import-days-unsure');
});

const sheet = (name: string, day: string) => ({
  name,
  rows: [
    ['Name', 'Trained on'],
    ['Ana', day],
    ['Ben', day],
  ],
});

test('the order is chosen for each sheet of a workbook; custom fields with days count too', async () => {
  const { field } = await admin.call('save-own-field', { kind: 'driver', name: 'Trained on', type: 'date' });
  const { id, columns } = await open(await writeXlsx({ sheets: [sheet('A', '31/12/2026'), sheet('B', '03/04/2026')] }));
  expect(columns.map((one) => [one.field, one.twoDays])).toEqual([
    ['name', null],
    [`own:${field?.id}`, null],
  ]);
  const other = (await admin.call('choose-import-sheet', { id, sheet: 1 })).import;
  expect(other?.columns[1]?.twoDays).toEqual(TWO_DAYS);
  await check(id, other?.columns ?? []);
  expect((await admin.call('run-import', { id })).code).toBe('import-days-unsure');
});
