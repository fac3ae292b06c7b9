import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertTrip } from '../../testing/insert-facts.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let limited: TestBrowser;
let ids: Record<'own' | 'other' | 'ana' | 'ben' | 'eva', number>;

const at = (clock: string) => `2026-11-10T${clock}:00Z`;
const RANGE = { from: at('00:00'), to: at('23:00') };

/**
 * The limited person sees one of two vehicles. Ana usually drives it; Ben drives the other one; Eva drove both once.
 */
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  const { database } = fixture;
  const [own, other] = [
    await addTracked(database, { registration: 'OWN 1' }),
    await addTracked(database, { registration: 'OTHER 1' }),
  ];
  const add = async (name: string) => (await admin.call('save-driver', { name })).driver?.id ?? 0;
  ids = {
    own: own.vehicleId,
    other: other.vehicleId,
    ana: await add('Ana'),
    ben: await add('Ben'),
    eva: await add('Eva'),
  };
  await admin.call('save-vehicle', { id: ids.own, registration: 'OWN 1', driverId: ids.ana });
  await admin.call('save-vehicle', { id: ids.other, registration: 'OTHER 1', driverId: ids.ben });
  const assign = (driverId: number, vehicleId: number, from: string, to: string) =>
    admin.call('save-assignment', { driverId, vehicleId, from: at(from), to: at(to) });
  await assign(ids.eva, ids.own, '08:00', '09:00');
  await assign(ids.eva, ids.other, '10:00', '11:00');
  await assign(ids.ana, ids.other, '08:00', '09:00');
  await insertTrip(database, own, { start: at('08:00'), end: at('09:00'), distanceM: 1000 });
  await insertTrip(database, other, { start: at('08:00'), end: at('09:00'), distanceM: 2000 });
  const { rows } = await database.query<{ id: number }>('SELECT id FROM organisations');
  const id = await addUser(database, {
    username: 'limited',
    password: 'pass-word',
    organisationId: rows[0]?.id ?? 1,
    grants: ADMINISTRATOR.grants,
    priority: 3,
  });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [id, [ids.own]]);
  limited = await fixture.signedIn('limited', 'pass-word');
});
afterAll(() => fixture.close());

test('drivers of hidden vehicles are hidden', async () => {
  expect((await limited.call('get-driver-list')).rows?.map(({ name }) => name)).toEqual(['Ana']);
  expect((await limited.call('get-driver-choices')).rows?.map(({ name }) => name)).toEqual(['Ana']);
  expect((await limited.call('get-driver-by-id', { id: ids.ben })).status).toBe(404);
});

test('a visible trip names its driver, whoever that is', async () => {
  const { rows } = await limited.call('get-trip-list', RANGE);
  expect(rows?.map(({ registration, drivers }) => [registration, drivers.map(({ name }) => name)])).toEqual([
    ['OWN 1', ['Eva']],
  ]);
});

test('trips and assignments of a visible driver in other vehicles are hidden', async () => {
  expect((await admin.call('get-driver-trips', { driverId: ids.ana, ...RANGE })).total).toBe(1);
  expect((await limited.call('get-driver-trips', { driverId: ids.ana, ...RANGE })).total).toBe(0);
  const { rows } = await limited.call('get-assignment-list', { driverId: ids.ana });
  expect(rows?.map(({ registration }) => registration)).toEqual(['OWN 1']);
});

test('an overlap with a hidden vehicle does not name it', async () => {
  const assign = (from: string, to: string) =>
    limited.call('save-assignment', { driverId: ids.ana, vehicleId: ids.own, from: at(from), to: at(to) });
  await admin.call('save-assignment', { driverId: ids.ana, vehicleId: ids.other, from: at('12:00'), to: at('13:00') });
  const answer = await assign('12:30', '12:40');
  expect([answer.status, answer.code]).toEqual([409, 'assigned-driver-elsewhere']);
  expect(JSON.stringify(answer)).not.toContain('OTHER');
  expect((await assign('13:00', '14:00')).status).toBe(200);
});

test('nobody is assigned to, or from, a hidden vehicle', async () => {
  const assign = (driverId: number, vehicleId: number) =>
    limited.call('save-assignment', { driverId, vehicleId, from: at('20:00'), to: at('21:00') });
  expect((await assign(ids.ana, ids.other)).status).toBe(404);
  expect((await assign(ids.ben, ids.own)).fields).toEqual({ driverId: 'This driver is not available.' });
  expect((await limited.call('save-driver', { id: ids.ana, name: 'Anna' })).status).toBe(403);
});
