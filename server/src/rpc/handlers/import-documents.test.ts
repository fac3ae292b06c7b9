import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: ImportFixture;
let admin: TestBrowser;
const kind = 'document' as const;

beforeAll(async () => {
  fixture = await importFixture();
  ({ admin } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'drivers', 'documents', 'imports'));

const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'], pageSize: 100 })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const documents = async () => (await admin.call('get-document-list', { sort: 'number' })).rows ?? [];
const vehicle = async (registration: string) => (await admin.call('save-vehicle', { registration })).vehicle?.id ?? 0;

/** A file as an Indian fleet office has it, with its own column headings. */
const SHEET = [
  'Document Type;Vehicle No;Driver Name;Policy No;Issuing Authority;Date of Issue;Valid Upto;Premium;Remarks',
  'Insurance Policy;mh12-ab 1234;;P-1;ICICI Lombard;13/01/2026;12-01-2027;₹12,345.50;paid',
  'RC Book;MH12AB1234;;RC9;RTO Pune;;;;',
  'Driving License;;Ana Silva;DL-7;;;31 Dec 2028;;',
  'PUC;MH12AB1234;;;;;05/06/2026;150;',
].join('\n');

test('documents are imported from the sheet of an office, with any names of columns and formats of days', async () => {
  const truck = await vehicle('MH12 AB 1234');
  const { driver } = await admin.call('save-driver', { name: 'Ana Silva' });
  const tried = await fixture.check(SHEET, { kind });
  expect(tried.columns.map(({ field }) => field)).toEqual([
    'kind',
    'vehicle',
    'driver',
    'number',
    'issuer',
    'issuedOn',
    'validUntil',
    'cost',
    'note',
  ]);
  expect([await faultsOf(tried.id), tried.counts]).toEqual([[], { create: 4 }]);
  await fixture.run(tried.id);
  expect(await documents()).toMatchObject([
    { kind: 'licence', holder: 'driver', driverId: driver?.id, number: 'DL-7', validUntil: '2028-12-31', cost: null },
    {
      kind: 'insurance',
      holder: 'vehicle',
      vehicleId: truck,
      number: 'P-1',
      issuer: 'ICICI Lombard',
      issuedOn: '2026-01-13',
      validUntil: '2027-01-12',
      cost: 1_234_550,
      currency: 'INR',
      note: 'paid',
      version: 1,
    },
    { kind: 'registration', number: 'RC9', issuer: 'RTO Pune', validUntil: null },
    { kind: 'pollution', number: null, validUntil: '2026-06-05', cost: 15_000 },
  ]);
  // Found by the words of its kind, like one entered by hand.
  expect((await admin.call('get-document-list', { search: 'बीमा' })).total).toBe(1);
  const { rows } = await admin.call('get-audit-list', { subject: 'document' });
  expect(rows?.map(({ action, username }) => [action, username])).toEqual(
    Array.from({ length: 4 }, () => ['create', 'admin']),
  );
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 4 });
  expect(await documents()).toEqual([]);
});

test('each of 40 bad rows among good ones is named with its line', async () => {
  await vehicle('VAN 1');
  await admin.call('save-driver', { name: 'Ben' });
  await admin.call('save-driver', { name: 'Twin' });
  await admin.call('save-driver', { name: 'Twin', number: '2' });
  // Kind, vehicle, driver, number, issued, valid until, cost, currency; then the expected faults.
  const bad: [string, ...[string, string][]][] = [
    ['Spaceship,VAN 1,,S,,,,', ['kind', 'word-unknown']],
    [',VAN 1,,S,,,,', ['kind', 'enter-value']],
    ['Insurance,VAN 9,,S,,,,', ['vehicle', 'no-vehicle-called']],
    ['Insurance,,,S,,,,', ['vehicle', 'choose-vehicle']],
    ['Licence,,Zoe,S,,,,', ['driver', 'no-driver-called']],
    ['Licence,,,S,,,,', ['driver', 'choose-driver']],
    ['Licence,,Twin,S,,,,', ['driver', 'several-drivers']],
    ['Licence,VAN 1,,S,,,,', ['kind', 'document-kind-holder']],
    ['Permit,VAN 1,,S,31/02/2026,,,', ['issuedOn', 'not-a-day']],
    ['Permit,VAN 1,,S,,01/01/1801,,', ['validUntil', 'choose-later-day']],
    ['Permit,VAN 1,,S,13/01/2026,12/01/2026,,', ['validUntil', 'not-before-start']],
    ['Permit,VAN 1,,S,,,ten,', ['cost', 'not-a-number']],
    ['Permit,VAN 1,,S,,,-5,', ['cost', 'at-least']],
    ['Permit,VAN 1,,S,,,€ 5,', ['cost', 'other-currency']],
    ['Permit,VAN 1,,S,,,5,EUR', ['currency', 'other-currency']],
    [`Permit,VAN 1,,${'9'.repeat(61)},,,,`, ['number', 'at-most-characters']],
    ['#N/A,VAN 1,,S,,,,', ['kind', 'cell-error']],
    ['Insurance,VAN 1,,ok-0,,,,', ['number', 'line-twice']],
    [
      'Spaceship,VAN 1,,S,31/02/2026,,ten,',
      ['kind', 'word-unknown'],
      ['issuedOn', 'not-a-day'],
      ['cost', 'not-a-number'],
    ],
    ['Badge,,Nobody,S,,tomorrow,,', ['validUntil', 'not-a-day'], ['driver', 'no-driver-called']],
  ];
  const good = Array.from({ length: 60 }, (_none, index) => `Insurance,VAN 1,,ok-${index},01/02/2026,28/02/2027,,`);
  // Each faulty line occurs twice, with different numbers.
  const faulty = [...bad, ...bad].map(
    ([row, ...faults], index) => [row.replace(',S,', `,S${index},`), ...faults] as const,
  );
  const lines = good.flatMap((row, index) => {
    const one = faulty[index];
    return one ? [row, one[0]] : [row];
  });
  const tried = await fixture.check(['Kind,Vehicle,Driver,Number,Issued,Expiry,Cost,Currency', ...lines].join('\n'), {
    kind,
    leaveOut: false,
  });
  expect(tried.counts).toEqual({ create: 60, fault: 40 });
  expect(await faultsOf(tried.id)).toEqual(faulty.map(([, ...faults], index) => [2 * index + 3, ...faults]));
  expect((await fixture.run(tried.id)).import?.counts).toEqual({ created: 60, fault: 40 });
});

test('a document is found by kind, holder and number; the undo restores its former values', async () => {
  await vehicle('VAN 1');
  const head = 'Kind,Vehicle,Number,Valid until,Issuer\n';
  await fixture.run(
    (await fixture.check(`${head}Insurance,VAN 1,P-1,2026-12-31,Old\nOther,VAN 1,,2026-05-01,\n`, { kind })).id,
  );
  const before = await documents();
  const change = `${head}insurance,van 1,p-1,2027-12-31,\nOther,VAN 1,,2026-05-01,\nOther,VAN 1,,2026-06-01,\n`;
  expect(await faultsOf((await fixture.check(change, { kind })).id)).toEqual([
    [2, ['number', 'record-there']],
    [3, ['kind', 'record-there']],
  ]);
  const tried = await fixture.check(change, { kind, mode: 'update' });
  expect(tried.counts).toEqual({ update: 1, same: 1, create: 1 });
  await fixture.run(tried.id);
  expect((await documents()).map(({ number, validUntil, issuer }) => [number, validUntil, issuer])).toEqual([
    ['p-1', '2027-12-31', 'Old'],
    [null, '2026-05-01', null],
    [null, '2026-06-01', null],
  ]);
  await fixture.undo(tried.id);
  const plain = (rows: typeof before) => rows.map(({ version: _version, ...row }) => row);
  expect(plain(await documents())).toEqual(plain(before));
});

test('one that was renewed since is preserved by the undo', async () => {
  const vehicleId = await vehicle('VAN 1');
  const tried = await fixture.check('Kind,Vehicle,Number\nInsurance,VAN 1,P-1\nPermit,VAN 1,Q-1\n', { kind });
  await fixture.run(tried.id);
  const insurance = (await documents()).find(({ number }) => number === 'P-1');
  const renewal = { kind: 'insurance', holder: 'vehicle', vehicleId, number: 'P-2', renewsId: insurance?.id };
  expect((await admin.call('save-document', renewal)).status).toBe(200);
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 1, kept: 1 });
});

test('an organisation has its own documents, which name it', async () => {
  const { rows } = await fixture.database.query<{ name: string }>(
    'SELECT name FROM organisations WHERE parent_id IS NULL',
  );
  const name = rows[0]?.name ?? '';
  const tried = await fixture.check(`Kind,Organisation,Number\nInsurance,${name},P-1\nInsurance,Somebody else,P-2\n`, {
    kind,
  });
  expect(await faultsOf(tried.id)).toEqual([[3, ['organisation', 'no-organisation']]]);
  await fixture.run(tried.id);
  expect(await documents()).toMatchObject([{ holder: 'organisation', holderName: name, number: 'P-1' }]);
});
