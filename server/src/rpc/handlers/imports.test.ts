import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import { tidyImports } from '../../store/imports/imports.ts';
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

const vehicles = async () =>
  (await admin.call('get-vehicle-list', { pageSize: 500 })).rows?.map(
    ({ registration, type, make, groupName, driverName, deviceIdentity }) => ({
      registration,
      type,
      make,
      groupName,
      driverName,
      deviceIdentity,
    }),
  ) ?? [];
const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'], pageSize: 500 })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const count = async (table: string) =>
  (await fixture.database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;

/** Two thousand vehicles as another system exports them: a title on top, German headings, and known faults. */
async function foreignFleet(): Promise<{ bytes: Uint8Array; faults: unknown[][] }> {
  const rows: (string | number | null)[][] = Array.from({ length: 2000 }, (_none, index) => [
    `B-MP ${1000 + index}`,
    index % 2 === 0 ? 'LKW' : 'Transporter',
    'MAN',
    `Niederlassung ${index % 8}`,
    `Fahrer ${index % 300}`,
    358_000_000_000_000 + index,
    `WMA${String(10_000_000_000_000 + index)}`,
  ]);
  const faults: unknown[][] = [];
  // The title is line 1, the headings are line 3, and the first vehicle is line 4.
  const spoil = (index: number, column: number, value: string | number | null, ...fault: unknown[]) => {
    const row = rows[index];
    if (row) row[column] = value;
    faults.push([index + 4, fault]);
  };
  for (let index = 0; index < 10; index += 1) {
    spoil(100 + index, 0, `b-mp ${1050 + index}`, 'registration', 'line-twice');
    spoil(200 + index, 1, 'Raumschiff', 'type', 'word-unknown');
    spoil(300 + index, 0, null, 'registration', 'enter-value');
    spoil(400 + index, 5, 358_000_000_000_500 + index, 'device', 'line-twice');
  }
  // The earlier line is valid: the devices of lines 504 to 513 are already used by earlier lines.
  const spoiled = faults.map(([line, fault]) =>
    typeof line === 'number' && line >= 404 && line < 414 ? [line + 100, fault] : [line, fault],
  );
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notizen', rows: [['Stand', 'Oktober']] },
      {
        name: 'Fuhrpark',
        rows: [
          ['Fuhrparkliste 2026', null, null, null, null, null, null],
          [null],
          ['Amtl. Kennzeichen', 'Fahrzeugart', 'Hersteller', 'Fuhrpark', 'Stammfahrer', 'IMEI', 'FIN'],
          ...rows,
        ],
      },
    ],
  });
  return { bytes, faults: spoiled.toSorted(([a], [b]) => Number(a) - Number(b)) };
}

test('a fleet of another system is imported at once, with each fault in its line', { timeout: 60_000 }, async () => {
  const { bytes, faults } = await foreignFleet();
  const tried = await fixture.check(bytes, { leaveOut: false });
  expect(tried.columns.map(({ heading, field }) => [heading, field])).toEqual([
    ['Amtl. Kennzeichen', 'registration'],
    ['Fahrzeugart', 'type'],
    ['Hersteller', 'make'],
    ['Fuhrpark', 'group'],
    ['Stammfahrer', 'driver'],
    ['IMEI', 'device'],
    ['FIN', 'chassisNumber'],
  ]);
  expect(tried.counts).toEqual({ create: 1960, fault: 40 });
  expect(await faultsOf(tried.id)).toEqual(faults);
  expect(tried.creates.map(({ what, total }) => [what, total])).toEqual([
    ['group', 8],
    ['driver', 300],
    ['device', 1960],
  ]);
  expect(await count('vehicles')).toBe(0);

  const { import: done } = await fixture.run(tried.id);
  expect(done).toMatchObject({
    state: 'done',
    counts: { created: 1960, fault: 40 },
    done: 1960,
    todo: 1960,
    by: 'admin',
  });
  expect((await vehicles())[0]).toEqual({
    registration: 'B-MP 1000',
    type: 'truck',
    make: 'MAN',
    groupName: 'Niederlassung 0',
    driverName: 'Fahrer 0',
    deviceIdentity: '358000000000000',
  });
  expect(await count('vehicles WHERE deleted_at IS NULL')).toBe(1960);
  const { rows: audited, total } = await admin.call('get-audit-list', { subject: 'vehicle', direction: 'desc' });
  expect(total).toBe(1960);
  expect(audited?.[0]).toMatchObject({ action: 'create', username: 'admin', after: { make: 'MAN' } });

  const { import: undone } = await fixture.undo(tried.id);
  expect(undone).toMatchObject({ state: 'undone', counts: { undone: 1960, fault: 40 } });
  const left = ['vehicles', 'drivers', 'devices'].map((table) => count(`${table} WHERE deleted_at IS NULL`));
  expect([...(await Promise.all(left)), await count('vehicle_groups')]).toEqual([0, 0, 0, 0]);
});

const FLEET = [
  'Reg No;Type;Make;Group;Driver;IMEI',
  'VAN 1;van;Ford;North;Ana;358000000000001',
  'VAN 2;van;Ford;North;Ben;358000000000002',
  'BUS 1;bus;MAN;South;;',
].join('\n');

test('records that people changed or used since are preserved by the undo, and named', async () => {
  const { id } = await fixture.check(FLEET);
  await fixture.run(id);
  const { rows = [] } = await admin.call('get-vehicle-list');
  const [bus, one, two] = rows;
  await admin.call('save-vehicle', { ...one, make: 'Fiat', deviceId: undefined });
  const paper = { kind: 'insurance', holder: 'vehicle', vehicleId: two?.id, number: 'P 1' };
  expect((await admin.call('save-document', paper)).status).toBe(200);
  const { import: undone } = await fixture.undo(id);
  expect(undone?.counts).toEqual({ undone: 1, kept: 2 });
  const retained = await admin.call('get-import-lines', { id, states: ['kept'] });
  expect(retained.rows?.map(({ line, name, recordId }) => [line, name, recordId])).toEqual([
    [2, 'VAN 1', one?.id],
    [3, 'VAN 2', two?.id],
  ]);
  expect((await vehicles()).map(({ registration }) => registration)).toEqual(['VAN 1', 'VAN 2']);
  expect((await admin.call('get-group-list')).rows?.map(({ name }) => name)).toEqual(['North']);
  expect(bus?.registration).toBe('BUS 1');
});

test('updates by registration change only the values in the file, and are reverted by the undo', async () => {
  await fixture.run((await fixture.check(FLEET)).id);
  const before = await vehicles();
  const change = 'Plate,Manufacturer,Depot,Notes\nvan 1,Iveco,South,x\nVAN 2,Ford,,y\nVAN 9,Fiat,West,z\n';
  const onlyNew = await fixture.check(change);
  expect(await faultsOf(onlyNew.id)).toEqual([
    [2, ['registration', 'registration-taken']],
    [3, ['registration', 'registration-taken']],
  ]);
  const tried = await fixture.check(change, { mode: 'update' });
  expect(tried.counts).toEqual({ update: 1, same: 1, create: 1 });
  expect(tried.columns.map(({ field }) => field)).toEqual(['registration', 'make', 'group', null]);
  const { import: done } = await fixture.run(tried.id);
  expect(done?.counts).toEqual({ updated: 1, same: 1, created: 1 });
  expect(await vehicles()).toEqual([
    before[0],
    { ...before[1], make: 'Iveco', groupName: 'South' },
    before[2],
    { registration: 'VAN 9', type: 'car', make: 'Fiat', groupName: 'West', driverName: null, deviceIdentity: null },
  ]);
  await fixture.undo(tried.id);
  expect(await vehicles()).toEqual(before);
  expect((await admin.call('get-group-list')).rows?.map(({ name }) => name)).toEqual(['North', 'South']);
});

test('without the permission to create them, missing groups, drivers and devices are faults', async () => {
  const tried = await fixture.check(FLEET, { create: false });
  expect(await faultsOf(tried.id)).toEqual([
    [2, ['group', 'no-group-called'], ['driver', 'no-driver-called'], ['device', 'no-device-called']],
    [3, ['group', 'no-group-called'], ['driver', 'no-driver-called'], ['device', 'no-device-called']],
    [4, ['group', 'no-group-called']],
  ]);
  expect(tried.creates).toEqual([]);
});

test('a device in another vehicle, two drivers of one name and cells with errors are reported as faults', async () => {
  const { device } = await admin.call('save-device', { identity: '358000000000001' });
  await admin.call('save-vehicle', { registration: 'OLD 1', deviceId: device?.id });
  await admin.call('save-driver', { name: 'Ana', number: '1' });
  await admin.call('save-driver', { name: 'Ana', number: '2' });
  const tried = await fixture.check(`${FLEET}\n#N/A;bus;MAN;South;;\n${'X'.repeat(21)};bus;MAN;South;;`);
  expect(await faultsOf(tried.id)).toEqual([
    [2, ['driver', 'several-drivers'], ['device', 'device-taken']],
    [5, ['registration', 'cell-error']],
    [6, ['registration', 'at-most-characters']],
  ]);
});

test('a line that is no longer valid when the import runs is skipped, and the others are imported', async () => {
  const tried = await fixture.check(FLEET);
  await admin.call('save-vehicle', { registration: 'VAN 2' });
  const { import: done } = await fixture.run(tried.id);
  expect(done?.counts).toEqual({ created: 2, fault: 1 });
  expect(await faultsOf(tried.id)).toEqual([[3, ['registration', 'registration-taken']]]);
  // Nothing was created for the omitted line.
  expect((await admin.call('get-driver-list')).rows?.map(({ name }) => name)).toEqual(['Ana']);
});

test('an import runs once, and is not undone twice or before it ran', async () => {
  const { id } = await fixture.check(FLEET);
  expect((await admin.call('undo-import', { id })).status).toBe(409);
  await fixture.run(id);
  expect((await admin.call('run-import', { id })).status).toBe(409);
  expect((await admin.call('drop-import', { id })).status).toBe(409);
  const columns = ['registration', 'type', 'make', 'group', 'driver', 'device'].map((field) => ({
    field,
    days: 'dmy',
  }));
  expect((await admin.call('check-import', { id, columns, mode: 'new', create: true })).code).toBe('import-under-way');
  await fixture.undo(id);
  expect((await admin.call('undo-import', { id })).status).toBe(409);
  expect((await admin.call('get-import-list', { kind: 'vehicle' })).rows?.map(({ state, by }) => [state, by])).toEqual([
    ['undone', 'admin'],
  ]);
});

/** The nightly job. */
const tidy = () => tidyImports(fixture.database);
const backdate = (id: number, days: number) =>
  fixture.database.query(
    `UPDATE imports SET created_at = created_at - make_interval(days => $2), ended_at = ended_at - make_interval(days => $2)
     WHERE id = $1`,
    [id, days],
  );
const linesOf = async (id: number) => (await admin.call('get-import-lines', { id })).total;

test('an import can be undone for 30 days; a week later its lines are removed, and its result stays', async () => {
  const { id } = await fixture.check(FLEET);
  const done = await fixture.run(id);
  const { undoUntil = null, endedAt = null, counts } = done.import ?? {};
  expect(Date.parse(undoUntil ?? '') - Date.parse(endedAt ?? '')).toBe(30 * 86_400_000);
  await backdate(id, 31);
  expect(await admin.call('undo-import', { id })).toMatchObject({ status: 409, code: 'import-undo-over' });
  await tidy();
  expect(await linesOf(id)).toBeGreaterThan(0);
  await backdate(id, 7);
  await tidy();
  expect(await linesOf(id)).toBe(0);
  expect((await admin.call('get-import', { id })).import).toMatchObject({ linesGone: true, counts });
  expect(await vehicles()).not.toEqual([]);
});

test('all imports of an organisation have at most a million lines; removed ones do not count', async () => {
  await fixture.database.query(
    `INSERT INTO imports (organisation_id, kind, file_name, state, headings, columns, lines, created_at, ended_at)
     SELECT 1, 'vehicle', 'fleet.csv', 'undone', '[]', '[]', 50000, now(), now() - interval '38 days'
     FROM generate_series(1, 20)`,
  );
  expect(await fixture.send(FLEET)).toMatchObject({ status: 409, code: 'imports-full' });
  await tidy();
  expect((await fixture.send(FLEET)).status).toBe(200);
});

test('columns that fill one field twice, or omit a required one, are refused', async () => {
  const { id = 0 } = await fixture.send('Plate,Make\nVAN 1,Ford\n');
  const check = (...fields: (string | null)[]) =>
    admin.call('check-import', {
      id,
      columns: fields.map((field) => ({ field, days: 'dmy' })),
      mode: 'new',
      create: true,
    });
  expect((await check('registration', 'registration')).fields).toEqual({ columns: 'Two columns have the same field.' });
  expect((await check(null, 'make')).fields).toEqual({ columns: 'Choose a column for: registration.' });
  expect((await check('registration', 'deleted_at')).status).toBe(422);
  expect((await check('registration')).status).toBe(422);
});

test('two processes that work on one import concurrently do each line once', async () => {
  const lines = Array.from({ length: 1200 }, (_none, index) => `CAR ${index}`);
  const { id } = await fixture.check(['Plate', ...lines].join('\n'));
  await admin.call('run-import', { id });
  await Promise.all([fixture.work(id), fixture.work(id)]);
  const { import: done } = await admin.call('get-import', { id });
  expect(done).toMatchObject({ state: 'done', counts: { created: 1200 }, done: 1200 });
  expect(await count('vehicles')).toBe(1200);
});
