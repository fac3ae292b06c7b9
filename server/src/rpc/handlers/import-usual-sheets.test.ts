import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { IMPORT_KIND_NAMES, type ImportKind } from '@milepost/contract/import-kinds';
import { emptyTables } from '../../testing/empty-tables.ts';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';

// Sheets from real offices: totals below, units in cells, one plate in three spellings, a misspelt address.

let fixture: ImportFixture;

beforeAll(async () => {
  fixture = await importFixture();
});
afterAll(() => fixture.close());
beforeEach(() =>
  emptyTables(fixture.database, 'vehicles', 'drivers', 'devices', 'vehicle_groups', 'outlets', 'imports'),
);

const call: ImportFixture['admin']['call'] = (operation, input) => fixture.admin.call(operation, input);
const linesOf = async (id: number, states: ('fault' | 'skip' | 'create' | 'same' | 'created')[], leftOut = false) =>
  (await call('get-import-lines', { id, states, leftOut })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => `${field} ${fault.code}`),
  ]);

const FLEET = `Fuhrparkliste Niederlassung Nord;;;;;;
Kennzeichen;Marke;Kraftstoff;Tank;km-Stand;Nutzlast;Betriebsstunden
SAX 1343;MAN;Diesel;80 L;2468 km;7,5 t;1234 h
SAX 1344;MAN;Super;60 Ltr.;12.500 km;900 kg;
SAX 1345;VW;Diesel;55 liter;1000 mi;;
Summe;;;195 L;14.968 km;;
`;

test('a line of totals is no record, units are understood, and an unknown word affects only its cell', async () => {
  const { id, counts, warnings } = await fixture.check(FLEET);
  expect(counts).toEqual({ create: 3, skip: 1 });
  expect(warnings).toEqual([{ what: 'cells-left-out', lines: [4], total: 1 }]);
  expect(await linesOf(id, ['create'], true)).toEqual([[4, 'fuelKind word-unknown']]);
  expect((await fixture.run(id)).import?.counts).toEqual({ created: 3, skip: 1 });
  expect(await linesOf(id, ['created'], true)).toEqual([[4, 'fuelKind word-unknown']]);
  const { rows } = await fixture.database.query(
    `SELECT v.registration, v.fuel_kind, v.tank_l, v.load_kg, r.value AS m FROM vehicles v
     JOIN meter_readings r ON r.vehicle_id = v.id AND r.meter = 'odometer' ORDER BY v.registration`,
  );
  expect(rows.map((row) => ({ ...row, m: Number(row['m']) }))).toEqual([
    { registration: 'SAX 1343', fuel_kind: 'diesel', tank_l: 80, load_kg: 7500, m: 2_468_000 },
    { registration: 'SAX 1344', fuel_kind: null, tank_l: 60, load_kg: 900, m: 12_500_000 },
    { registration: 'SAX 1345', fuel_kind: 'diesel', tank_l: 55, load_kg: null, m: 1_609_344 },
  ]);
});

test('a line with a bad optional cell is a faulty line if the person chooses that', async () => {
  const { id, counts } = await fixture.check(FLEET, { leaveOut: false });
  expect(counts).toEqual({ create: 2, skip: 1, fault: 1 });
  expect(await linesOf(id, ['fault'])).toEqual([[4, 'fuelKind word-unknown']]);
});

test('a plate is one vehicle however it is written, in one file and at the next import', async () => {
  const first = await fixture.check('Kennzeichen;Marke\nSAX 1343;MAN\nsax-1343;MAN\nSAX1343;MAN\nKA 01 AB 1234;Tata');
  expect(first.counts).toEqual({ create: 2, fault: 2 });
  expect(await linesOf(first.id, ['fault'])).toEqual([
    [3, 'registration line-twice'],
    [4, 'registration line-twice'],
  ]);
  await fixture.run(first.id);
  const repeated = await fixture.check('Kennzeichen;Modell\nsax1343;TGX\nKA01AB1234;Ace Gold', { mode: 'update' });
  expect(repeated.counts).toEqual({ update: 2 });
  await fixture.run(repeated.id);
  const { rows } = await fixture.database.query('SELECT registration, make, model FROM vehicles ORDER BY registration');
  expect(rows).toEqual([
    { registration: 'KA 01 AB 1234', make: 'Tata', model: 'Ace Gold' },
    { registration: 'SAX 1343', make: 'MAN', model: 'TGX' },
  ]);
  const onlyNew = await fixture.check('Kennzeichen\nSAX-1343');
  expect(await linesOf(onlyNew.id, ['fault'])).toEqual([[2, 'registration registration-taken']]);
});

test('of two vehicles with a plate similar to a line, none is chosen', async () => {
  for (const registration of ['SAX 1343', 'SAX-1343'])
    expect((await call('save-vehicle', { registration, type: 'car' })).status).toBe(200);
  const { id } = await fixture.check('Kennzeichen;Marke\nSAX1343;MAN\nSAX-1343;MAN', { mode: 'update' });
  expect(await linesOf(id, ['fault'])).toEqual([[2, 'registration several-vehicles']]);
});

test('a driver with a mistake in the e-mail address is imported without it, with the last day of the licence', async () => {
  const { id, counts } = await fixture.check(
    'Name;E-Mail;Führerscheinnummer;Führerschein gültig bis\nAna Sol;ana(at)example.com;B123;31.12.2027\nBen Moe;ben@example.com;B124;30.06.2028',
    { kind: 'driver' },
  );
  expect(counts).toEqual({ create: 2 });
  expect(await linesOf(id, ['create'], true)).toEqual([[2, 'email enter-email']]);
  await fixture.run(id);
  const { rows } = await fixture.database.query(
    'SELECT name, email, licence_number, licence_expires_on::text AS until FROM drivers ORDER BY name',
  );
  expect(rows).toEqual([
    { name: 'Ana Sol', email: null, licence_number: 'B123', until: '2027-12-31' },
    { name: 'Ben Moe', email: 'ben@example.com', licence_number: 'B124', until: '2028-06-30' },
  ]);
});

test('outlets are imported with hours and minutes as people write them', async () => {
  const { id, counts } = await fixture.check(
    'Code;Name;Lat;Lon;Öffnungszeiten;Servicezeit;Radius\nK1;Kiosk;52.5;13.4;Mo-Fr 9-18;10 min;50 m\nK2;Markt;52.6;13.5;Mo-Do 8-17, Fr 8-14;0:15;0,1 km',
    { kind: 'outlet' },
  );
  expect(counts).toEqual({ create: 2 });
  await fixture.run(id);
  const { rows } = await call('get-outlet-list', {});
  expect(rows?.map(({ code, serviceMin, radiusM }) => ({ code, serviceMin, radiusM }))).toEqual([
    { code: 'K1', serviceMin: 10, radiusM: 50 },
    { code: 'K2', serviceMin: 15, radiusM: 100 },
  ]);
});

const HEADINGS: Record<ImportKind, [headings: string, line: (cell: string) => string, field: string]> = {
  vehicle: ['Registration;Device', (cell) => `SAX 1;${cell}`, 'device'],
  driver: ['Name;Driver number', (cell) => `Ana;${cell}`, 'number'],
  device: ['IMEI;SIM number', (cell) => `864636051234501;${cell}`, 'simNumber'],
  contact: ['Name;Phone', (cell) => `Ana;${cell}`, 'phones'],
  outlet: ['Code;Name;Phone', (cell) => `K1;Kiosk;${cell}`, 'phone'],
  expense: ['Day;Kind;Amount;Bill number', (cell) => `2026-01-05;fuel;10;${cell}`, 'billNumber'],
  document: ['Kind;Vehicle;Number', (cell) => `insurance;SAX 1;${cell}`, 'number'],
  'service-plan': ['Task;Every (km);All vehicles;Note', (cell) => `Oil;1000;yes;${cell}`, 'note'],
  task: ['Title;Note', (cell) => `Wash;${cell}`, 'note'],
};

test('a number that a spreadsheet has shortened is refused in every kind of import', async () => {
  for (const kind of IMPORT_KIND_NAMES) {
    const [headings, line, field] = HEADINGS[kind];
    const { id } = await fixture.check(`${headings}\n${line('8.64636E+14')}`, { kind });
    const [fault] = (await linesOf(id, ['fault'])) ?? [];
    expect(fault, kind).toContain(`${field} number-shortened`);
  }
});

test('identities marked as text are understood, and rounded ones of a workbook refused', async () => {
  const csv = `IMEI,Model\n="864636051234501",FMB920\n'864636051234509,GT06\n 864636051234517 ,GT06\n864636051234525.0,GT06`;
  const { id, counts } = await fixture.check(csv, { kind: 'device' });
  expect(counts).toEqual({ create: 4 });
  await fixture.run(id);
  const { rows } = await fixture.database.query<{ identity: string }>('SELECT identity FROM devices ORDER BY identity');
  expect(rows.map(({ identity }) => identity)).toEqual([
    '864636051234501',
    '864636051234509',
    '864636051234517',
    '864636051234525',
  ]);
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'SIM',
        rows: [
          ['IMEI', 'SIM number'],
          [864_636_051_234_533, '8991101234567890000'],
          ['864636051234541', 8_991_101_234_567_890_000],
        ],
      },
    ],
  });
  const workbook = await fixture.check(bytes, { kind: 'device' });
  expect(workbook.counts).toEqual({ create: 1, fault: 1 });
  expect(await linesOf(workbook.id, ['fault'])).toEqual([[3, 'simNumber number-shortened']]);
});

test('numbers with one decimal, or without all their digits, are handled in texts', async () => {
  const { id, counts } = await fixture.check('Name;Driver number;Phone\nAna;4711.0;491701234567.0\nBo;8.64636E14;1', {
    kind: 'driver',
  });
  expect(counts).toEqual({ create: 1, fault: 1 });
  expect(await linesOf(id, ['fault'])).toEqual([[3, 'number number-shortened']]);
  await fixture.run(id);
  const { rows } = await fixture.database.query('SELECT name, number, phone FROM drivers');
  expect(rows).toEqual([{ name: 'Ana', number: '4711', phone: '491701234567' }]);
});

test('letters that were lost before the import are never saved', async () => {
  const { id } = await fixture.check('Registration;Make\nSAX 1;Citro\uFFFDn\nSA\uFFFD 2;VW');
  expect(await linesOf(id, ['create'], true)).toEqual([[2, 'make cell-broken']]);
  expect(await linesOf(id, ['fault'])).toEqual([[3, 'registration cell-broken']]);
});

test('the row of the headings is found below a title in any language, can be chosen, and its choices are stored', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Seznam',
        rows: [
          ['Vozový park 2026', null, null],
          [null, null, null],
          ['SPZ', 'Zn.', 'Druh'],
          ['1A2 3456', 'Škoda', 'osobák'],
          ['1A2 3457', 'Tatra', 'náklaďák'],
        ],
      },
    ],
  });
  const sent = await fixture.send(bytes, 'park.xlsx');
  const open = (await call('get-import', { id: sent.id ?? 0 })).import;
  expect([open?.head, open?.columns.map(({ heading }) => heading)]).toEqual([3, ['SPZ', 'Zn.', 'Druh']]);
  const id = open?.id ?? 0;
  const none = (await call('choose-import-headings', { id, line: 0 })).import;
  expect([none?.lines, none?.columns.map(({ heading }) => heading)]).toEqual([4, ['', '', '']]);
  const title = (await call('choose-import-headings', { id, line: 1 })).import;
  expect([title?.lines, title?.columns[0]?.heading]).toEqual([3, 'Vozový park 2026']);
  const chosen = (await call('choose-import-headings', { id, line: 3 })).import;
  expect([chosen?.lines, chosen?.head]).toEqual([2, 3]);

  const days = 'dmy' as const;
  const columns = [
    { field: 'registration', days },
    { field: 'make', days },
    { field: 'type', days },
  ];
  const input = { id, columns, mode: 'new' as const, create: true };
  const tried = (await call('check-import', input)).import;
  expect(tried?.unknownWords.map(({ field, word, total }) => [field, word, total])).toEqual([
    ['type', 'osobák', 1],
    ['type', 'náklaďák', 1],
  ]);
  const words = { osobák: 'car', náklaďák: 'truck' };
  const mapped = columns.map((column) => (column.field === 'type' ? { ...column, words } : column));
  const repeated = (await call('check-import', { ...input, columns: mapped })).import;
  expect([repeated?.counts, repeated?.unknownWords, repeated?.warnings]).toEqual([{ create: 2 }, [], []]);
  await fixture.run(id);
  const stored = async () =>
    (await fixture.database.query('SELECT registration, make, type FROM vehicles ORDER BY registration')).rows;
  expect(await stored()).toEqual([
    { registration: '1A2 3456', make: 'Škoda', type: 'car' },
    { registration: '1A2 3457', make: 'Tatra', type: 'truck' },
  ]);

  // The next file has these headings in another order, plus a new one.
  const next = await fixture.check('Druh;Poznámka;SPZ;Zn.\nnáklaďák;;1A2 3458;Tatra', { mode: 'update' });
  expect(next.columns.map(({ field }) => field)).toEqual(['type', null, 'registration', 'make']);
  expect([next.counts, next.unknownWords]).toEqual([{ create: 1 }, []]);
  await fixture.run(next.id);
  expect((await stored())[2]).toEqual({ registration: '1A2 3458', make: 'Tatra', type: 'truck' });
});

/** The bytes of a text in a code page, by the table of the standard. */
function bytesOf(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map(Array.from({ length: 256 }, (_none, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(Array.from(text), (letter) => table.get(letter) ?? 0x3f);
}

test('letters of central and eastern Europe are recognised, and a person chooses when the file can be two', async () => {
  const polish = await fixture.check(bytesOf('Rejestracja;Marka;Model\nWX 12345;Żuk;Wałcz', 'windows-1250'));
  expect(polish.encoding).toMatchObject({ name: 'windows-1250', sure: true });
  await fixture.run(polish.id);
  const russian = await fixture.check(bytesOf('Номер;Марка;Модель\nА123ВС77;ГАЗ;ГАЗель', 'windows-1251'));
  expect(russian.encoding).toMatchObject({ name: 'windows-1251', sure: true });
  expect(russian.columns.map(({ heading }) => heading)).toEqual(['Номер', 'Марка', 'Модель']);

  const doubtful = await fixture.check(bytesOf('Registration;Make;Model\nM 1;Seat;Peña', 'windows-1252'));
  expect(doubtful.encoding).toMatchObject({ name: 'windows-1252', sure: false });
  expect(doubtful.encoding?.others).toContainEqual({ name: 'windows-1250', sample: 'Peńa' });
  expect((await call('run-import', { id: doubtful.id })).code).toBe('import-encoding-unsure');
  const other = (await call('choose-import-encoding', { id: doubtful.id, encoding: 'windows-1250' })).import;
  expect([other?.encoding?.sure, other?.columns[2]?.samples]).toEqual([true, ['Peńa']]);
  const back = (await call('choose-import-encoding', { id: doubtful.id, encoding: 'windows-1252' })).import;
  expect([back?.encoding?.sure, back?.columns[2]?.samples]).toEqual([true, ['Peña']]);
});

test('a word has the meaning that a person gave it, also one that every object has', async () => {
  const sent = await fixture.send('Registration,Type\nSAX 1,Constructor\nSAX 2,Kipper');
  const columns = [
    { field: 'registration', days: 'dmy' as const, sure: true },
    { field: 'type', days: 'dmy' as const, sure: true, words: { Kipper: 'truck' } },
  ];
  const input = { id: sent.id ?? 0, columns, mode: 'new' as const, create: true, leaveOut: true };
  const checked = (await call('check-import', input)).import;
  expect(checked?.counts).toEqual({ create: 2 });
  expect(checked?.unknownWords).toMatchObject([{ field: 'type', word: 'Constructor', total: 1 }]);
});
