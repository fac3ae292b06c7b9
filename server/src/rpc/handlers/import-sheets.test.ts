import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: ImportFixture;
let admin: TestBrowser;

beforeAll(async () => {
  fixture = await importFixture();
  ({ admin } = fixture);
});
afterAll(() => fixture.close());

const open = async (id: number) => (await admin.call('get-import', { id })).import;
const kind = 'contact' as const;

const workbook = () =>
  writeXlsx({
    sheets: [
      { name: 'Cover', rows: [['Printed on Monday']] },
      {
        name: 'Vendors',
        rows: [
          ['Company', 'Phone', 'E-mail'],
          ['Aral', '1', 'a@x.org'],
          ['Bo', '2', ''],
        ],
      },
      {
        name: 'Garages',
        rows: [
          ['Company', 'Address'],
          ['Meier', 'Weg 1'],
        ],
      },
    ],
  });

test('of several sheets another one can be chosen until the import runs', async () => {
  const { id = 0 } = await fixture.send(await workbook(), 'book.xlsx', admin, kind);
  const first = await open(id);
  // A sheet without content below its first line contains no table.
  expect(first?.sheets).toEqual([
    { name: 'Vendors', lines: 2 },
    { name: 'Garages', lines: 1 },
  ]);
  expect([first?.sheet, first?.columns.map(({ field }) => field)]).toEqual([0, ['name', 'phones', 'emails']]);
  const columns = first?.columns.map(({ field, days }) => ({ field, days })) ?? [];
  expect((await admin.call('check-import', { id, columns, mode: 'new', create: false })).import?.counts).toEqual({
    create: 2,
  });

  const chosen = (await admin.call('choose-import-sheet', { id, sheet: 1 })).import;
  expect(chosen).toMatchObject({ sheet: 1, lines: 1, counts: {}, state: 'draft' });
  expect(chosen?.columns.map(({ heading, field, samples }) => [heading, field, samples])).toEqual([
    ['Company', 'name', ['Meier']],
    ['Address', 'address', ['Weg 1']],
  ]);
  // The other sheet was tried.
  expect((await admin.call('run-import', { id })).code).toBe('import-under-way');
  expect((await admin.call('choose-import-sheet', { id, sheet: 2 })).code).toBe('no-record');

  const sameColumns = chosen?.columns.map(({ field, days }) => ({ field, days })) ?? [];
  await admin.call('check-import', { id, columns: sameColumns, mode: 'new', create: false });
  expect((await fixture.run(id)).import).toMatchObject({ counts: { created: 1 }, sheets: [] });
  expect((await admin.call('get-contact-list')).rows?.map(({ name }) => name)).toEqual(['Meier']);
  expect((await admin.call('choose-import-sheet', { id, sheet: 0 })).code).toBe('import-under-way');
});

test('a file with one table has no choice of sheets', async () => {
  const { id = 0 } = await fixture.send('Name\nAral\n', 'a.csv', admin, kind);
  expect((await open(id))?.sheets).toEqual([]);
  expect((await admin.call('choose-import-sheet', { id, sheet: 0 })).code).toBe('no-record');
});
