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
beforeEach(() =>
  emptyTables(fixture.database, 'vehicles', 'drivers', 'devices', 'vehicle_groups', 'places', 'own_fields', 'imports'),
);

const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'] })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const vehicles = async () => (await admin.call('get-vehicle-list')).rows ?? [];
const readings = async (vehicleId: number | undefined) =>
  (await admin.call('get-vehicle-meters', { vehicleId })).readings?.map(({ meter, value, at }) => [meter, value, at]);
const ownField = async (field: object) =>
  (await admin.call('save-own-field', { kind: 'vehicle', name: 'x', type: 'text', ...field })).field?.id ?? 0;

const HEADINGS =
  'Plate;Baujahr;Color;Fuel type;Tank (L);Payload;Home base;Tags;Ownership;Owner;Lease end;Status;Kilometerstand;Odometer date;Operating hours;Axles (pcs);ADR;Class';
const FULL =
  'VAN 1;2021;Weiß;Diesel;82,5;1.200,5;Depot;cold, night;Leasing;Lease AG;31/12/2027;Werkstatt;120.500,5;05/01/2026;1500;3;ja;b';

test('a vehicle is imported with its whole record, custom fields and meters, and removed by the undo', async () => {
  await admin.call('save-place', { name: 'Depot', lat: 1, lon: 2 });
  const [axles, adr, kind] = [
    await ownField({ name: 'Axles', type: 'number', unit: 'pcs' }),
    await ownField({ name: 'ADR', type: 'yes-no' }),
    await ownField({ name: 'Class', type: 'choice', choices: ['A', 'B'], required: true }),
  ];
  const tried = await fixture.check([HEADINGS, FULL, 'VAN 2;;;;;;;;;;;;;;;;;A'].join('\n'));
  expect(tried.columns.map(({ field }) => field)).toEqual([
    'registration',
    'year',
    'colour',
    'fuelKind',
    'tankL',
    'loadKg',
    'homePlace',
    'tags',
    'ownership',
    'owner',
    'leaseUntil',
    'status',
    'odometer',
    'odometerOn',
    'engineHours',
    `own:${axles}`,
    `own:${adr}`,
    `own:${kind}`,
  ]);
  expect(tried.counts).toEqual({ create: 2 });
  await fixture.run(tried.id);
  const [one, two] = await vehicles();
  expect(one).toMatchObject({
    registration: 'VAN 1',
    year: 2021,
    colour: 'Weiß',
    fuelKind: 'diesel',
    tankL: 82.5,
    loadKg: 1200.5,
    homePlaceName: 'Depot',
    tags: ['cold', 'night'],
    ownership: 'leased',
    owner: 'Lease AG',
    leaseUntil: '2027-12-31',
    status: 'workshop',
    statusSince: null,
    odometerM: 120_500_500,
    engineHoursS: 5_400_000,
    own: [
      { id: axles, value: 3 },
      { id: adr, value: true },
      { id: kind, value: 'B' },
    ],
  });
  expect(two).toMatchObject({ registration: 'VAN 2', status: 'in-service', odometerM: null, tags: [] });
  const { time_zone: zone } = (
    await fixture.database.query<{ time_zone: string }>('SELECT time_zone FROM organisations')
  ).rows[0] ?? { time_zone: '' };
  const noon = (await readings(one?.id))?.find(([meter]) => meter === 'odometer')?.[2];
  const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  expect(clock.format(new Date(String(noon)))).toBe('2026-01-05 12:00');
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 2 });
  expect(await vehicles()).toEqual([]);
});

test('an update changes the values in its line, and the undo restores all of them, readings too', async () => {
  const axles = await ownField({ name: 'Axles', type: 'number' });
  const made = 'Plate,Year,Status,Odometer,Odometer date,Axles\nVAN 1,2020,sold,100,2026-01-05,2\n';
  await fixture.run((await fixture.check(made)).id);
  const before = await vehicles();
  const update = { mode: 'update' } as const;
  // The same file again changes nothing.
  expect((await fixture.check(made, update)).counts).toEqual({ same: 1 });
  expect((await fixture.check('Plate,Odometer\nVAN 1,100\n', update)).counts).toEqual({ same: 1 });
  const tried = await fixture.check('Plate,Color,Status,Odometer,Axles\nvan 1,Red,active,250.5,3\n', update);
  expect(tried.counts).toEqual({ update: 1 });
  await fixture.run(tried.id);
  expect(await vehicles()).toMatchObject([
    { year: 2020, colour: 'Red', status: 'in-service', odometerM: 250_500, own: [{ id: axles, value: 3 }] },
  ]);
  expect(await readings(before[0]?.id)).toHaveLength(2);
  expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 1 });
  const steady = ({ version: _version, statusSince: _since, obstacle, ...vehicle }: (typeof before)[number]) => ({
    ...vehicle,
    obstacle: obstacle?.kind,
  });
  expect((await vehicles()).map(steady)).toEqual(before.map(steady));
  const { rows: audited = [] } = await admin.call('get-audit-list', { subject: 'meter', direction: 'asc' });
  expect(audited.map(({ action }) => action).slice(-3)).toEqual(['create', 'create', 'delete']);
});

test('values that a form would refuse are faults of their line', async () => {
  const kind = await ownField({ name: 'Class', type: 'choice', choices: ['A'], required: true });
  await fixture.run((await fixture.check('Plate,Odometer,Odometer date,Class\nOLD 1,500,2026-01-05,A\n')).id);
  const lines = [
    'Plate;Year;Tank (L);Payload;Home;Lease ends;Status;Odometer;Odometer date;Class',
    'OLD 1;;;;;;;400;06/01/2026;',
    'OLD 1X;;;;;;;600;06/01/2999;A',
    'NEW 1;1800;many;1.234;Nowhere;31/02/2027;flying;-1;;A',
    'NEW 2;;;;;;;;;',
    'NEW 3;;;;;;;;;C',
  ];
  const tried = await fixture.check(lines.join('\n'), { mode: 'update' });
  expect(await faultsOf(tried.id)).toEqual([
    [2, ['odometer', 'odometer-order']],
    [3, ['odometerOn', 'day-to-come']],
    [
      4,
      ['year', 'at-least'],
      ['tankL', 'not-a-number'],
      ['loadKg', 'not-a-number'],
      ['leaseUntil', 'not-a-day'],
      ['status', 'word-unknown'],
      ['odometer', 'at-least'],
      ['homePlace', 'no-place-called'],
    ],
    [5, [`own:${kind}`, 'enter-value']],
    [6, [`own:${kind}`, 'word-unknown'], [`own:${kind}`, 'enter-value']],
  ]);
  // A reading added by a person since is retained, and so is its vehicle.
  const another = await fixture.check('Plate;Odometer;Class\nNEW 4;10;A\n');
  await fixture.run(another.id);
  const { id } = (await vehicles()).find(({ registration }) => registration === 'NEW 4') ?? {};
  expect((await admin.call('add-meter-reading', { vehicleId: id, meter: 'odometer', value: 20_000 })).status).toBe(200);
  expect((await fixture.undo(another.id)).import?.counts).toEqual({ kept: 1 });
});

test('a usual driver who has left is a fault of its line, unless the vehicle has that driver already', async () => {
  const { driver } = await admin.call('save-driver', { name: 'Ana' });
  await admin.call('save-vehicle', { registration: 'VAN 1', driverId: driver?.id });
  await fixture.database.query(`UPDATE drivers SET left_on = current_date - 3`);
  const { id, counts } = await fixture.check('Plate,Driver,Color\nVAN 1,Ana,Red\nVAN 2,Ana,Red\n', { mode: 'update' });
  expect(counts).toEqual({ update: 1, fault: 1 });
  expect(await faultsOf(id)).toEqual([[3, ['driver', 'driver-left']]]);
});

test('a vehicle that moved to another organisation gets no values and no device from any import', async () => {
  await admin.call('save-vehicle', { registration: 'VAN 1' });
  await admin.call('save-device', { identity: '77001' });
  const { database } = fixture;
  await database.query('UPDATE vehicles SET moved_at = now()');
  for (const mode of ['update', 'new'] as const) {
    const tried = await fixture.check('Plate,Make,IMEI\nVAN 1,Iveco,77001\n', { mode });
    expect(await faultsOf(tried.id)).toEqual([[2, ['registration', 'vehicle-moved']]]);
  }
  // A vehicle that moved between the trial and the import.
  await database.query('UPDATE vehicles SET moved_at = NULL');
  const tried = await fixture.check('Plate,Make,IMEI\nVAN 1,Iveco,77001\n', { mode: 'update' });
  expect(tried.counts).toEqual({ update: 1 });
  await database.query('UPDATE vehicles SET moved_at = now()');
  expect((await fixture.run(tried.id)).import?.counts).toEqual({ fault: 1 });
  expect((await database.query('SELECT FROM installations')).rowCount).toBe(0);
});
