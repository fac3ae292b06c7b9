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
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'drivers', 'devices', 'vehicle_groups', 'imports'));

const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'] })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const drivers = async () => (await admin.call('get-driver-list')).rows ?? [];

const PEOPLE = [
  'Driver;Employee ID;Mobile;E-mail;Licence class;Depot;Joining date;Leaving date',
  'Ana Silva;7;+598 1;ana@x.org;B, C;North;05/01/2020;',
  'Ben;8;;;;;31/12/2021;',
  'Ana Silva;9;;;;;;',
  'Cid;7;;;;;;',
  'Dan;;;no mail;;South;31/02/2020;',
  'Eva;10;;;;;02/02/2022;01/02/2022',
].join('\n');

test('drivers are imported with days in the order of their column, and faults in their lines', async () => {
  await admin.call('save-group', { name: 'North' });
  const tried = await fixture.check(PEOPLE, { kind: 'driver' });
  expect(tried.columns.map(({ field, days }) => [field, days]).slice(-2)).toEqual([
    ['hiredOn', 'dmy'],
    ['leftOn', 'dmy'],
  ]);
  expect(await faultsOf(tried.id)).toEqual([
    [5, ['number', 'line-twice']],
    [6, ['email', 'enter-email'], ['hiredOn', 'not-a-day'], ['groups', 'no-group-called']],
    [7, ['leftOn', 'not-before-start']],
  ]);
  await fixture.run(tried.id);
  expect(await drivers()).toMatchObject([
    {
      name: 'Ana Silva',
      number: '7',
      phone: '+598 1',
      email: 'ana@x.org',
      licenceClasses: ['B', 'C'],
      groups: [{ name: 'North' }],
      hiredOn: '2020-01-05',
      leftOn: null,
      version: 1,
    },
    { name: 'Ana Silva', number: '9' },
    { name: 'Ben', hiredOn: '2021-12-31' },
  ]);
});

test('drivers are updated by their number, else by their name, and reverted by the undo', async () => {
  await fixture.run((await fixture.check('Name,Number,Phone\nAna,7,1\nBen,,2\nCid,,3\n', { kind: 'driver' })).id);
  const before = await drivers();
  const change = 'Name,Number,Phone\nAna Maria,7,\nben,,5\nCid,,3\nNew,11,\n';
  expect(await faultsOf((await fixture.check(change, { kind: 'driver' })).id)).toEqual([
    [2, ['number', 'record-there']],
    [3, ['name', 'record-there']],
    [4, ['name', 'record-there']],
  ]);
  const tried = await fixture.check(change, { kind: 'driver', mode: 'update' });
  expect(tried.counts).toEqual({ update: 2, same: 1, create: 1 });
  await fixture.run(tried.id);
  const changed = (await drivers()).map(({ name, number, phone }) => [name, number, phone]);
  expect(changed).toEqual([
    ['Ana Maria', '7', '1'],
    ['ben', null, '5'],
    ['Cid', null, '3'],
    ['New', '11', null],
  ]);
  const { rows } = await admin.call('get-audit-list', { subject: 'driver', direction: 'desc' });
  expect(rows?.[0]).toMatchObject({ username: 'admin' });
  await fixture.undo(tried.id);
  const plain = (rowsOf: typeof before) => rowsOf.map(({ version: _version, ...driver }) => driver);
  expect(plain(await drivers())).toEqual(plain(before));
});

test('the number of a licence that has a document is changed only there', async () => {
  const { driver } = await admin.call('save-driver', { name: 'Ana' });
  const licence = { kind: 'licence', holder: 'driver', driverId: driver?.id, number: 'L-1', validUntil: '2030-01-01' };
  expect((await admin.call('save-document', licence)).status).toBe(200);
  const update = { kind: 'driver', mode: 'update' } as const;
  expect((await fixture.check('Name;Licence number\nAna;L-1\n', update)).counts).toEqual({ same: 1 });
  const other = await fixture.check('Name;Licence number\nAna;L-2\n', update);
  expect(await faultsOf(other.id)).toEqual([[2, ['licenceNumber', 'licence-in-documents']]]);
});

test('devices are found by their identity; one that is registered or in a vehicle since is preserved', async () => {
  await admin.call('save-device', { identity: '358000000000003' });
  const sheet =
    'IMEI;Model;ICCID\n358000000000001;FMB920;8959801234567890123\n0358000000000002;GT06;\n358000000000003;;\n';
  const tried = await fixture.check(sheet, { kind: 'device' });
  expect(tried.columns.map(({ field }) => field)).toEqual(['identity', 'model', 'simNumber']);
  expect(await faultsOf(tried.id)).toEqual([[4, ['identity', 'device-registered']]]);
  await fixture.run(tried.id);
  const devices = (await admin.call('get-device-list')).rows ?? [];
  expect(devices.map(({ identity, model, simNumber }) => [identity, model, simNumber])).toEqual([
    ['358000000000001', 'FMB920', '8959801234567890123'],
    ['358000000000002', 'GT06', null],
    ['358000000000003', null, null],
  ]);
  await admin.call('save-vehicle', { registration: 'VAN 1', deviceId: devices[0]?.id });
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 1, kept: 1, fault: 1 });
  expect((await admin.call('get-device-list')).rows?.map(({ identity }) => identity)).toEqual([
    '358000000000001',
    '358000000000003',
  ]);
});
