import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onlyRow } from '../../store/rows.ts';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: ImportFixture;
let admin: TestBrowser;

beforeAll(async () => {
  fixture = await importFixture();
  ({ admin } = fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'drivers', 'contacts', 'expenses', 'own_fields', 'imports');
  await countIn('INR');
});

const countIn = (currency: string) => fixture.database.query('UPDATE organisations SET currency = $1', [currency]);
const kind = 'expense' as const;
const update = { kind, mode: 'update' } as const;
const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'] })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const expenses = async () => (await admin.call('get-expense-list', { sort: 'day', direction: 'asc' })).rows ?? [];
const vehicle = async (registration: string) => (await admin.call('save-vehicle', { registration })).vehicle?.id ?? 0;

const STATEMENT = [
  'Date;Product;Vehicle No;Driver;Station;Amount;GST;Currency;Litres;Full tank;Odometer reading;Transaction ID;State;Remarks;Trip',
  '05/01/2026;Diesel;KA01AB1234;Ana;Indian Oil;4.512,50;512,5;INR;50,25;yes;120.500;T-1;approved;"two\nlines";7',
  '06/01/2026;FASTag;KA-01-AB-1234;E7;NHAI;Rs. 1,250.75;;₹;;;;T-2;approved;;',
  '31/01/2026;चालान;;;indian oil;500/-;;;;;;;;;',
  '06/01/2026;FASTag;KA 01 AB 1234;;;1250,75;;;;;;t-2;;;',
].join('\n');

test('a statement becomes expenses that wait for approval, whatever state it contains', async () => {
  const vehicleId = await vehicle('KA-01-AB-1234');
  const { driver: ana } = await admin.call('save-driver', { name: 'Ana' });
  const { driver: eve } = await admin.call('save-driver', { name: 'Eve', number: 'e7' });
  const { field: trip } = await admin.call('save-own-field', { kind: 'expense', name: 'Trip', type: 'number' });
  const tried = await fixture.check(STATEMENT, { kind, leaveOut: false });
  expect(tried.columns.map(({ field }) => field)).toEqual([
    'day',
    'kind',
    'vehicle',
    'driver',
    'vendor',
    'amount',
    'tax',
    'currency',
    'quantity',
    'fullTank',
    'odometer',
    'billNumber',
    null,
    'note',
    `own:${trip?.id}`,
  ]);
  // The amounts have commas as decimal separators, so the point of 120.500 separates thousands.
  expect(await faultsOf(tried.id)).toEqual([[5, ['day', 'line-twice']]]);
  const mended = await fixture.check(STATEMENT.replace('120.500', '120.500,0'), { kind });
  expect(mended.counts).toEqual({ create: 3, fault: 1 });
  expect(mended.creates).toEqual([{ what: 'vendor', names: ['indian oil', 'NHAI'], total: 2 }]);
  await fixture.run(mended.id);
  const rows = await expenses();
  expect(rows).toMatchObject([
    {
      day: '2026-01-05',
      kind: 'fuel',
      state: 'submitted',
      vehicleId,
      driverId: ana?.id,
      vendorName: 'indian oil',
      amount: 451_250,
      tax: 51_250,
      currency: 'INR',
      quantity: 50.25,
      fullTank: true,
      odometerM: 120_500_000,
      billNumber: 'T-1',
      note: 'two\nlines',
      mine: true,
      decidedBy: null,
      own: [{ id: trip?.id, value: 7 }],
    },
    { day: '2026-01-06', kind: 'toll', state: 'submitted', driverId: eve?.id, vendorName: 'NHAI', amount: 125_075 },
    {
      day: '2026-01-31',
      kind: 'fine',
      state: 'submitted',
      vehicleId: null,
      vendorId: rows[0]?.vendorId,
      amount: 50_000,
    },
  ]);
  expect((await admin.call('get-expense-queue')).rows).toHaveLength(3);
  // The same file again changes nothing.
  expect((await fixture.check(STATEMENT.replace('120.500', '120.500,0'), update)).counts).toEqual({
    same: 3,
    fault: 1,
  });
  expect((await fixture.undo(mended.id)).import?.counts).toEqual({ undone: 3, fault: 1 });
  expect(await expenses()).toEqual([]);
  expect((await admin.call('get-contact-list')).rows).toEqual([]);
});

test('values that a form would refuse are faults of their line', async () => {
  const vehicleId = await vehicle('VAN 1');
  await admin.call('save-driver', { name: 'Ana', number: '1' });
  await admin.call('save-driver', { name: 'Ana', number: '2' });
  const spent = { kind: 'toll', vehicleId, amount: 100, day: '2026-01-10', odometerM: 500_000, submit: true };
  expect((await admin.call('save-expense', spent)).status).toBe(200);
  const lines = [
    'Day,Kind,Vehicle,Driver,Vendor,Amount,Tax,Currency,Litres,Odometer',
    '2026-01-01,fuel,,,,10,,,,',
    '2026-01-02,spaceship,VAN 9,Ana,Bo,-5,,,,',
    '2999-01-01,toll,VAN 1,,,10,11,,,',
    '2026-01-03,toll,VAN 1,Cid,,$10,,,,',
    '2026-01-04,toll,VAN 1,,,10,,EUR,,',
    '2026-01-05,toll,VAN 1,,,10,,,,501',
    '2026-01-11,toll,VAN 1,,,10,,,,499',
    '2026-01-12,toll,VAN 1,,,10,,,,600',
    '2026-01-13,toll,VAN 1,,,10,,,,550',
    '2026-01-10,toll,van1,,,1,,,,',
    '1980-01-10,toll,,,,1.234,,,,',
  ];
  const tried = await fixture.check(lines.join('\n'), { kind, create: false });
  expect(await faultsOf(tried.id)).toEqual([
    [2, ['quantity', 'enter-litres'], ['vehicle', 'choose-vehicle']],
    [
      3,
      ['kind', 'word-unknown'],
      ['amount', 'at-least'],
      ['vehicle', 'no-vehicle-called'],
      ['driver', 'several-drivers'],
      ['vendor', 'no-vendor-called'],
    ],
    [4, ['day', 'day-to-come'], ['tax', 'tax-most']],
    [5, ['amount', 'other-currency'], ['driver', 'no-driver-called']],
    [6, ['currency', 'other-currency']],
    [7, ['odometer', 'odometer-ahead']],
    [8, ['odometer', 'odometer-back']],
    [10, ['odometer', 'odometer-back']],
    [11, ['day', 'record-there']],
    [12, ['day', 'choose-later-day'], ['amount', 'not-a-number']],
  ]);
  expect(tried.counts).toEqual({ fault: 10, create: 1 });
});

const amounts = async (currency: string, lines: readonly string[]) => {
  await countIn(currency);
  const tried = await fixture.check(['Day;Kind;Amount;Bill number', ...lines].join('\n'), { kind });
  await fixture.run(tried.id);
  return (await expenses()).filter((one) => one.currency === currency).map(({ amount }) => amount);
};

test("an amount has the decimals of the organisation's currency", async () => {
  expect(await amounts('KWD', ['2026-01-01;toll;1.234;1', '2026-01-02;toll;٢٫٥;2', '2026-01-03;toll;3 KWD;3'])).toEqual(
    [1234, 2500, 3000],
  );
  expect(await amounts('JPY', ['2026-01-01;toll;1,234;1', '2026-01-02;toll;¥ 500;2'])).toEqual([1234, 500]);
});

/** Tries a file with detected columns, and with a given decimal separator or none. */
async function tryBy(sheet: string, decimals?: '.' | ',') {
  const { id = 0 } = await fixture.send(sheet, 'bills.csv', admin, kind);
  const opened = (await admin.call('get-import', { id })).import;
  const columns = opened?.columns.map(({ field, days }) => ({
    field,
    days,
    ...(decimals !== undefined && field === 'amount' && { decimals, sure: true }),
  }));
  const tried = await admin.call('check-import', { id, columns, mode: 'new', create: true });
  return { id, asked: tried.import?.columns.map(({ twoNumbers }) => twoNumbers) };
}
const TOLL = 'Day;Kind;Amount;Litres';
const TWO = { text: '1,234', point: 1234, comma: 1.234 };

test.each([
  ['INR', '.', 123_400],
  ['INR', ',', 123],
  ['KWD', '.', 1_234_000],
  ['KWD', ',', 1234],
  ['JPY', '.', 1234],
] as const)(
  'for an ambiguous amount in %s a person chooses the decimal mark: %s',
  async (currency, decimals, amount) => {
    await countIn(currency);
    const sheet = `${TOLL}\n2026-01-05;toll;1,234;\n`;
    const silent = await tryBy(sheet);
    expect(silent.asked).toEqual([null, null, TWO, null]);
    expect((await admin.call('run-import', { id: silent.id })).code).toBe('import-amounts-unsure');
    const { id } = await tryBy(sheet, decimals);
    await fixture.run(id);
    expect((await expenses()).map((one) => one.amount)).toEqual([amount]);
  },
);

test.each([
  ['the other amounts', `${TOLL}\n2026-01-05;toll;1.234;\n2026-01-06;toll;€ 12,50;\n`],
  ['the numbers of another column', `${TOLL}\n2026-01-05;toll;1.234;\n2026-01-06;fuel;7;50,25\n`],
])('%s show the decimal mark, and no choice is needed', async (_what, sheet) => {
  await countIn('EUR');
  const { id, asked: marks } = await tryBy(sheet);
  expect(marks).toEqual([null, null, null, null]);
  await fixture.run(id);
  expect((await expenses())[0]).toMatchObject({ day: '2026-01-05', amount: 123_400 });
});

test('amounts are compared as the mark of their column reads them', async () => {
  const sheet = `${TOLL}\n2026-01-05;toll;1,234;\n2026-01-05;toll;1234;\n`;
  const { id } = await tryBy(sheet, '.');
  expect(await faultsOf(id)).toEqual([[3, ['day', 'line-twice']]]);
  const other = await tryBy(sheet, ',');
  expect(await faultsOf(other.id)).toEqual([]);
});

test('lines change waiting expenses, never approved ones; the undo preserves what was approved meanwhile', async () => {
  const vehicleId = await vehicle('VAN 1');
  const spend = async (day: string, more: object = {}) =>
    (await admin.call('save-expense', { kind: 'toll', vehicleId, amount: 100, day, submit: true, ...more })).expense;
  const decide = (one: { id: number; version: number } | undefined, decision: 'approve' | 'refuse') =>
    admin.call('decide-expenses', {
      ids: [one?.id ?? 0],
      versions: [one?.version ?? 0],
      decision,
      reason: decision === 'refuse' ? 'why' : null,
    });
  const [approved, , refused] = [
    await spend('2026-01-01'),
    await spend('2026-01-02', { submit: false }),
    await spend('2026-01-03'),
  ];
  expect((await decide(approved, 'approve')).status).toBe(200);
  expect((await decide(refused, 'refuse')).status).toBe(200);
  const before = await expenses();
  const days = ['01', '02', '03', '04'];
  const file = (note: string) =>
    ['Day,Kind,Vehicle,Amount,Note', ...days.map((day) => `2026-01-${day},toll,VAN 1,1,${note}`)].join('\n');
  expect((await fixture.check(file(''), update)).counts).toEqual({ same: 3, create: 1 });
  const tried = await fixture.check(file('changed'), update);
  expect(await faultsOf(tried.id)).toEqual([[2, ['day', 'expense-approved']]]);
  await fixture.run(tried.id);
  expect((await expenses()).map(({ state, note }) => [state, note])).toEqual([
    ['approved', null],
    ['draft', 'changed'],
    ['submitted', 'changed'],
    ['submitted', 'changed'],
  ]);
  expect((await decide((await expenses())[3], 'approve')).status).toBe(200);
  const undone = await fixture.undo(tried.id);
  expect(undone.import?.counts).toEqual({ undone: 2, kept: 1, fault: 1 });
  const { rows: retained } = await admin.call('get-import-lines', { id: tried.id, states: ['kept'] });
  expect(retained?.map(({ name }) => name)).toEqual(['2026-01-04 VAN 1']);
  const now = await expenses();
  const plain = (rowsOf: typeof before) => rowsOf.map(({ version: _version, ...expense }) => expense);
  expect(plain(now.slice(0, 3))).toEqual(plain(before));
  expect(now[3]).toMatchObject({ state: 'approved', note: 'changed' });
});

test('a vendor created by the import is preserved when another record refers to it by now', async () => {
  const tried = await fixture.check('Day,Kind,Vendor,Amount\n2026-01-01,toll,Aral,5\n2026-01-02,toll,Bo,5\n', { kind });
  await fixture.run(tried.id);
  const { rows: made = [] } = await admin.call('get-contact-list');
  const other = { kind: 'toll', vendorId: made[0]?.id, amount: 100, day: '2026-01-05' };
  expect((await admin.call('save-expense', other)).status).toBe(200);
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 2 });
  expect((await admin.call('get-contact-list')).rows?.map(({ name }) => name)).toEqual(['Aral']);
});

test('a person who may only add expenses submits them, and changes none', async () => {
  const root = await fixture.database.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL');
  const grants = { expenses: ['view', 'create'] as ('view' | 'create')[] };
  await addUser(fixture.database, {
    username: 'adder',
    password: 'pass-word',
    organisationId: onlyRow(root).id,
    grants,
  });
  const adder = await fixture.signedIn('adder', 'pass-word');
  const { id = 0 } = await fixture.send('Day,Kind,Amount,State\n2026-01-01,toll,5,approved\n', 'a.csv', adder, kind);
  const opened = (await adder.call('get-import', { id })).import;
  const columns = opened?.columns.map(({ field, days }) => ({ field, days })) ?? [];
  expect((await adder.call('check-import', { id, columns, create: true, mode: 'update' })).status).not.toBe(200);
  expect((await adder.call('check-import', { id, columns, create: true, mode: 'new' })).import?.counts).toEqual({
    create: 1,
  });
  expect((await adder.call('run-import', { id })).status).toBe(200);
  await fixture.work(id);
  expect((await expenses()).map(({ state, madeBy }) => [state, madeBy])).toEqual([['submitted', 'adder']]);
  expect((await adder.call('undo-import', { id })).status).not.toBe(200);
});

test("a fill of more than the tank's capacity is imported with a warning", async () => {
  await admin.call('save-vehicle', { registration: 'TANK 60', tankL: 60 });
  const { id } = await fixture.check(
    'Date;Product;Vehicle No;Amount;Litres\n05/01/2026;Diesel;TANK 60;100;60\n31/01/2026;Diesel;TANK 60;100;624',
    { kind },
  );
  const { import: tried } = await admin.call('get-import', { id });
  expect(tried).toMatchObject({ counts: { create: 2 }, warnings: [{ what: 'over-tank', lines: [3], total: 1 }] });
});
