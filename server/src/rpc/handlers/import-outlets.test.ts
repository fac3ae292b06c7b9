import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: ImportFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await importFixture();
  ({ admin } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'outlets', 'imports'));

const kind = 'outlet' as const;
const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'] })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const outlets = async () => (await admin.call('get-outlet-list', {})).rows ?? [];

const SHEET = [
  'Code;Outlet name;Address;Lat;Lng;Opening hours;Class;Visits per week;Status',
  'S1;Disco;Rambla 1;-34.9000;-56.1500;Mo-Fr 08:00-18:00;A;2,5;Active',
  'S2;Devoto;Rambla 2;;;;;;',
  's1;Disco again;;;;;;;',
  'S4;Nowhere;;0;0;;;;',
  'S5;Beyond;;95;10;sometimes;D;;',
  'S6;Half;;-34.95;;;;;',
  // 0.0002 degrees of latitude are 22 m.
  'S7;Disco too;;-34.9002;-56.1500;;;;',
  // 0.0004 are 44 m.
  'S8;Next door;;-34.9004;-56.1500;;;;geschlossen',
].join('\n');

test('outlets are imported with every field of their form, also without coordinates, and faults in their lines', async () => {
  const tried = await fixture.check(SHEET, { kind });
  expect(tried.columns.map(({ field }) => field)).toEqual([
    'code',
    'name',
    'address',
    'latitude',
    'longitude',
    'hours',
    'class',
    'visitsPerWeek',
    'state',
  ]);
  expect(await faultsOf(tried.id)).toEqual([
    [4, ['code', 'line-twice']],
    [5, ['latitude', 'place-zero']],
    [6, ['latitude', 'not-a-degree'], ['hours', 'not-hours'], ['class', 'word-unknown'], ['latitude', 'both-degrees']],
    [7, ['longitude', 'both-degrees']],
    [8, ['latitude', 'outlet-near-line']],
  ]);
  await fixture.run(tried.id);
  expect(await outlets()).toMatchObject([
    { code: 'S1', name: 'Disco', place: { lat: -34.9, lon: -56.15 }, class: 'A', visitsPerWeek: 2.5, state: 'active' },
    { code: 'S2', name: 'Devoto', place: null, class: null, radiusM: 50 },
    { code: 'S8', state: 'closed' },
  ]);
  expect((await outlets())[0]?.hours?.map((spans) => spans.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
});

test('a possible duplicate is shown, unless the line states that it is another; the same code is the same outlet', async () => {
  await admin.call('save-outlet', { code: 'S1', name: 'Disco', place: { lat: -34.9, lon: -56.15 }, note: 'Ours' });
  const sheet = [
    'Code,Name,Coordinates,Others may be near',
    'N1,Disco Pocitos,"-34.9001, -56.15",',
    'N2,Kiosk,"-34.9001, -56.15",yes',
    's1,Disco Rambla,"-34.9, -56.15",',
  ].join('\n');
  const fresh = await fixture.check(sheet, { kind });
  expect(await faultsOf(fresh.id)).toEqual([
    [2, ['place', 'outlet-near']],
    [4, ['code', 'record-there']],
  ]);
  const both = await fixture.check(sheet, { kind, mode: 'update' });
  expect(await faultsOf(both.id)).toEqual([[2, ['place', 'outlet-near']]]);
  await fixture.run(both.id);
  expect((await outlets()).map(({ code, name, note }) => [code, name, note])).toEqual([
    ['N2', 'Kiosk', null],
    ['s1', 'Disco Rambla', 'Ours'],
  ]);
  await fixture.undo(both.id);
  expect((await outlets()).map(({ code, name }) => [code, name])).toEqual([['S1', 'Disco']]);
});

test('lines with coordinates in the sea are reported and imported, but not again when nothing moved them', async () => {
  const sheet = [
    'Code,Name,Coordinates',
    // Latitude and longitude swapped, off Antarctica; the harbour; 5 km off the coast.
    'N1,Swapped,"-56.15, -34.9"',
    'N2,Harbour,"-34.9035, -56.2115"',
    'N3,Off the coast,"-34.96, -56.17"',
  ].join('\n');
  const first = await fixture.check(sheet, { kind });
  expect(first.warnings).toEqual([{ what: 'offshore', lines: [2, 4], total: 2 }]);
  expect(first.counts).toEqual({ create: 3 });
  await fixture.run(first.id);
  expect((await outlets()).map(({ code }) => code)).toEqual(['N1', 'N2', 'N3']);
  const repeated = await fixture.check(sheet.replace('Off the coast', 'Ship'), { kind, mode: 'update' });
  expect([repeated.counts, repeated.warnings]).toEqual([{ same: 2, update: 1 }, []]);
});
