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
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'contacts', 'imports'));

const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'] })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const contacts = async () => (await admin.call('get-contact-list')).rows ?? [];
const kind = 'contact' as const;

const SHEET = [
  'Firma;Art;Telefon;E-Mail;Anschrift;Koordinaten;Bemerkung',
  'Aral Nord;Lieferant;+49 30 1, +49 30 2;a@aral.example;"Weg 1\n10115 Berlin";52.52, 13.405;Tankkarte',
  'Meier GmbH;Werkstatt;;;;;',
  'Bo;;;;;;',
  'aral nord;;;;;;',
  'Cid;Raumschiff;;no mail;;91, 10;',
  'Dan;;1,2,3,4,5,6;;;52,52;',
].join('\n');

test('contacts are imported with every field of their form, and faults in their lines', async () => {
  const tried = await fixture.check(SHEET, { kind, leaveOut: false });
  expect(tried.columns.map(({ field }) => field)).toEqual([
    'name',
    'kind',
    'phones',
    'emails',
    'address',
    'place',
    'note',
  ]);
  expect(await faultsOf(tried.id)).toEqual([
    [5, ['name', 'line-twice']],
    [6, ['kind', 'word-unknown'], ['emails', 'enter-email'], ['place', 'not-a-place']],
    [7, ['phones', 'at-most-entries']],
  ]);
  await fixture.run(tried.id);
  expect(await contacts()).toMatchObject([
    {
      name: 'Aral Nord',
      kind: 'vendor',
      phones: ['+49 30 1', '+49 30 2'],
      emails: ['a@aral.example'],
      address: 'Weg 1\n10115 Berlin',
      place: { lat: 52.52, lon: 13.405 },
      note: 'Tankkarte',
      version: 1,
    },
    { name: 'Bo', kind: 'vendor', phones: [], emails: [], address: null, place: null, note: null },
    { name: 'Meier GmbH', kind: 'workshop' },
  ]);
  const { rows } = await admin.call('get-audit-list', { subject: 'contact' });
  expect(rows?.map(({ action, username }) => [action, username])).toEqual(
    Array.from({ length: 3 }, () => ['create', 'admin']),
  );
});

test('contacts are found by their name and changed as in their line; the undo reverts that', async () => {
  await fixture.run(
    (await fixture.check('Name,Kind,Phone,Place\nAral,vendor,1,"1.5, 2.5"\nBo,customer,2,\n', { kind })).id,
  );
  const before = await contacts();
  const change = 'Name,Kind,Phone,Place\naral,workshop,,"-3.5 4"\nBo,,2,\nCid,emergency,112,\n';
  expect(await faultsOf((await fixture.check(change, { kind })).id)).toEqual([
    [2, ['name', 'record-there']],
    [3, ['name', 'record-there']],
  ]);
  const tried = await fixture.check(change, { kind, mode: 'update' });
  expect(tried.counts).toEqual({ update: 1, same: 1, create: 1 });
  await fixture.run(tried.id);
  expect(await contacts()).toMatchObject([
    { name: 'aral', kind: 'workshop', phones: ['1'], place: { lat: -3.5, lon: 4 }, version: 2 },
    { name: 'Bo', kind: 'customer', phones: ['2'], version: 1 },
    { name: 'Cid', kind: 'emergency', phones: ['112'] },
  ]);
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 2, same: 1 });
  const plain = (rowsOf: typeof before) => rowsOf.map(({ version: _version, ...contact }) => contact);
  expect(plain(await contacts())).toEqual(plain(before));
});

test('a contact used by an expense since is preserved by the undo, and so is a changed one', async () => {
  const tried = await fixture.check('Name\nAral\nBo\nCid\n', { kind });
  await fixture.run(tried.id);
  const [aral, bo] = await contacts();
  const { vehicle } = await admin.call('save-vehicle', { registration: 'VAN 1' });
  const spent = { kind: 'toll', vehicleId: vehicle?.id, vendorId: aral?.id, amount: 500, day: '2026-01-05' };
  expect((await admin.call('save-expense', spent)).status).toBe(200);
  const changed = { id: bo?.id, kind: 'vendor', name: 'Bo', phones: ['1'], version: bo?.version };
  expect((await admin.call('save-contact', changed)).status).toBe(200);
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 1, kept: 2 });
  expect((await contacts()).map(({ name }) => name)).toEqual(['Aral', 'Bo']);
});

test('a person who may not add contacts imports none, and changes none without the permission to edit', async () => {
  const person = async (username: string, grants: readonly ('view' | 'create' | 'edit' | 'delete')[]) => {
    const root = await fixture.database.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL');
    const organisationId = onlyRow(root).id;
    await addUser(fixture.database, {
      username,
      password: 'pass-word',
      organisationId,
      grants: { contacts: [...grants] },
    });
    return fixture.signedIn(username, 'pass-word');
  };
  const viewer = await person('contact-viewer', ['view']);
  expect((await fixture.send('Name\nAral\n', 'a.csv', viewer, kind)).status).not.toBe(200);
  const adder = await person('contact-adder', ['view', 'create']);
  const { id = 0 } = await fixture.send('Name\nAral\n', 'a.csv', adder, kind);
  const columns = [{ field: 'name', days: 'dmy' as const }];
  const check = { id, columns, create: false };
  expect((await adder.call('check-import', { ...check, mode: 'update' })).status).not.toBe(200);
  expect((await adder.call('check-import', { ...check, mode: 'new' })).import?.counts).toEqual({ create: 1 });
});
