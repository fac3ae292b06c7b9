import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let ids: Record<'ana' | 'ben' | 'van' | 'bus', number>;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());

const driver = async (name: string) => (await admin.call('save-driver', { name })).driver?.id ?? 0;
const vehicle = async (registration: string) => (await admin.call('save-vehicle', { registration })).vehicle?.id ?? 0;

beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'drivers');
  ids = {
    ana: await driver('Ana'),
    ben: await driver('Ben'),
    van: await vehicle('VAN 1'),
    bus: await vehicle('BUS 1'),
  };
});

const at = (clock: string) => `2026-11-10T${clock}:00.000Z`;
const assign = (driverId: number, vehicleId: number, from: string, to: string | null, id?: number) =>
  admin.call('save-assignment', { ...(id && { id }), driverId, vehicleId, from: at(from), to: to && at(to) });

test('two drivers of one vehicle at one time are refused, with the driver and the span', async () => {
  await assign(ids.ana, ids.van, '08:00', '12:00');
  const answer = await assign(ids.ben, ids.van, '11:00', '14:00');
  expect(answer.status).toBe(409);
  expect(answer.fields).toEqual({
    vehicleId: `Ana is assigned to this vehicle, VAN 1: ${at('08:00')} – ${at('12:00')}.`,
  });
  expect((await assign(ids.ben, ids.van, '12:00', '14:00')).status).toBe(200);
});

test('one driver in two vehicles at one time is refused, with the other vehicle', async () => {
  await assign(ids.ana, ids.van, '08:00', null);
  const answer = await assign(ids.ana, ids.bus, '06:00', '09:00');
  expect(answer.status).toBe(409);
  expect(answer.fields).toEqual({ driverId: `Ana is assigned to VAN 1: ${at('08:00')} – ….` });
  expect((await assign(ids.ana, ids.bus, '06:00', '08:00')).status).toBe(200);
});

test('of two concurrent ones only one succeeds', async () => {
  const answers = await Promise.all(
    [ids.van, ids.bus, ids.van, ids.bus].map((vehicleId) => assign(ids.ana, vehicleId, '08:00', '09:00')),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
});

test('is changed within its own time, and ends after it begins', async () => {
  const id = (await assign(ids.ana, ids.van, '08:00', '12:00')).assignment?.id ?? 0;
  expect((await assign(ids.ana, ids.van, '09:00', '13:00', id)).assignment).toMatchObject({ id, from: at('09:00') });
  expect((await assign(ids.ana, ids.van, '09:00', '09:00', id)).fields).toEqual({ to: 'Must be after the start.' });
});

test('a vehicle keeps its usual driver as well', async () => {
  await admin.call('save-vehicle', { id: ids.van, registration: 'VAN 1', driverId: ids.ben });
  const now = new Date().toISOString().slice(0, 10);
  const answer = await admin.call('save-assignment', {
    driverId: ids.ana,
    vehicleId: ids.van,
    from: `${now}T00:00:00Z`,
  });
  expect(answer.status).toBe(200);
  expect((await admin.call('get-vehicle-by-id', { id: ids.van })).vehicle?.driverName).toBe('Ben');
  expect((await admin.call('get-vehicle-now', { id: ids.van })).wheel?.driver).toMatchObject({
    name: 'Ana',
    source: 'assignment',
  });
  const { rows } = await admin.call('get-assignment-list', { vehicleId: ids.van, sort: 'driver', direction: 'asc' });
  expect(rows?.map(({ driverName, source }) => [driverName, source])).toEqual([
    ['Ana', 'assignment'],
    ['Ben', 'usual'],
  ]);
});

test('the usual driver is changed only with the vehicle', async () => {
  await admin.call('save-vehicle', { id: ids.van, registration: 'VAN 1', driverId: ids.ben });
  const { rows } = await admin.call('get-assignment-list', { vehicleId: ids.van });
  const id = rows?.[0]?.id ?? 0;
  expect((await admin.call('delete-assignment', { id })).status).toBe(404);
  expect((await assign(ids.ana, ids.van, '08:00', null, id)).status).toBe(404);
});

test('each change is in the audit log, with the former values', async () => {
  const id = (await assign(ids.ana, ids.van, '08:00', '12:00')).assignment?.id ?? 0;
  await assign(ids.ben, ids.van, '08:00', '12:00', id);
  await admin.call('delete-assignment', { id });
  const { rows } = await admin.call('get-audit-list', {
    direction: 'desc',
    subject: 'assignment',
    subjectId: String(id),
  });
  expect(rows?.map(({ action, before, after }) => [action, before?.['driver'], after?.['driver']])).toEqual([
    ['delete', 'Ben', undefined],
    ['change', 'Ana', 'Ben'],
    ['create', undefined, 'Ana'],
  ]);
});
