import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let chief: TestBrowser;
let viewer: TestBrowser;
let outsider: TestBrowser;
let north: number;
let branch: number;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  north = await addOrganisation(database, 'North');
  branch = await addOrganisation(database, 'Branch', north);
  const south = await addOrganisation(database, 'South');
  const { grants } = ADMINISTRATOR;
  const add = (username: string, organisationId: number, mine = grants) =>
    addUser(database, { username, password: 'pass-word', organisationId, grants: mine });
  await add('chief', north);
  await add('stranger', south);
  await add('viewer', north, { maps: ['view'] });
  chief = await fixture.signedIn('chief', 'pass-word');
  outsider = await fixture.signedIn('stranger', 'pass-word');
  viewer = await fixture.signedIn('viewer', 'pass-word');
});
afterAll(() => fixture.close());

const depot = { name: 'Depot', category: 'depot', lat: -34.9, lon: -56.18 } as const;
const names = async (browser: TestBrowser) => (await browser.call('get-place-list')).rows?.map(({ name }) => name);

test('created, changed, hidden, shown again; each is in the log', async () => {
  const { place } = await chief.call('save-place', depot);
  expect(place).toMatchObject({ ...depot, colour: '#2563d9', note: null });
  const id = place?.id ?? 0;
  await chief.call('save-place', { ...depot, id, name: 'Yard', note: 'Gate 3' });
  expect(await names(chief)).toEqual(['Yard']);
  await chief.call('delete-places', { ids: [id] });
  expect(await names(chief)).toEqual([]);
  await chief.call('restore-places', { ids: [id] });
  expect(await names(chief)).toEqual(['Yard']);
  const { rows } = await fixture.database.query(`SELECT action FROM audit_log WHERE subject = 'place' ORDER BY id`);
  expect(rows.map(({ action }) => action)).toEqual(['create', 'change', 'delete', 'restore']);
});

test('another company sees and changes none of it; a person who may only view changes nothing', async () => {
  const id = (await chief.call('get-place-list')).rows?.[0]?.id ?? 0;
  expect(await names(outsider)).toEqual([]);
  expect((await outsider.call('save-place', { ...depot, id })).status).toBe(404);
  expect((await outsider.call('delete-places', { ids: [id] })).status).toBe(404);
  expect((await outsider.call('save-place', { ...depot, organisationId: branch })).status).toBe(404);
  expect(await names(viewer)).toEqual(['Yard']);
  expect((await viewer.call('save-place', depot)).status).toBe(403);
  expect((await viewer.call('save-place', { ...depot, id })).status).toBe(403);
});

test('an import adds all or none, and reports the faulty row', async () => {
  const wrong = await chief.call('import-places', { rows: [depot, { ...depot, lat: 91 }] });
  expect(wrong).toMatchObject({ status: 422, fields: { 'rows.1.lat': 'Use at most 90.' } });
  expect(await names(chief)).toEqual(['Yard']);
  const rows = [
    { ...depot, name: 'A' },
    { ...depot, name: 'B' },
  ];
  expect(await chief.call('import-places', { rows, organisationId: branch })).toMatchObject({ added: 2 });
  expect(await names(chief)).toEqual(['A', 'B', 'Yard']);
});

const place = async (browser: TestBrowser, registration: string, lat: number) => {
  const device = (await browser.call('save-device', { identity: registration.replace(' ', '-') })).device?.id ?? 0;
  await browser.call('save-vehicle', { registration, deviceId: device });
  await fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, tracking)
     VALUES ($1, now(), now() + interval '1 second', now(), $2, 0, '{}')`,
    [device, Math.round(lat * 1e7)],
  );
};

test('vehicles near a point, the nearest first, none of another company', async () => {
  await place(chief, 'FAR 2', 0.02);
  await place(chief, 'NEAR 1', 0.01);
  await place(outsider, 'SOUTH 1', 0);
  const { rows } = await chief.call('get-vehicles-near', { lat: 0, lon: 0 });
  expect(rows?.map(({ registration }) => registration)).toEqual(['NEAR 1', 'FAR 2']);
  // A hundredth of a degree on a sphere of radius 6,371,008.8 m.
  expect(rows?.[0]?.distanceM).toBeCloseTo((6_371_008.8 * Math.PI) / 180 / 100, 1);
});

const first = async (browser: TestBrowser) => (await browser.call('get-vehicles-near', { lat: 0, lon: 0 })).rows?.[0];

test('the driver of a vehicle near a place can be called and written to, by people whose role allows it', async () => {
  const { database } = fixture;
  const grants = { messages: ['view'] } as const;
  const userId = await addUser(database, { username: 'ravi', password: 'pass-word', organisationId: north, grants });
  const driver = await chief.call('save-driver', { name: 'Ravi', phone: '+598 99 123 456' });
  const driverId = driver.driver?.id ?? 0;
  await database.query('UPDATE drivers SET user_id = $2 WHERE id = $1', [driverId, userId]);
  const near = await chief.call('get-vehicles-near', { lat: 0, lon: 0 });
  const vehicleId = near.rows?.[0]?.vehicleId ?? 0;
  expect(near.rows?.[0]).toMatchObject({
    driverName: null,
    driverPhone: null,
    driverUserId: null,
    offlineDriverId: null,
  });
  const { vehicle } = await chief.call('get-vehicle-by-id', { id: vehicleId });
  await chief.call('save-vehicle', { ...vehicle, driverId });
  const contact = { driverPhone: '+598 99 123 456', driverUserId: userId, offlineDriverId: null };
  expect(await first(chief)).toMatchObject({ registration: 'NEAR 1', driverName: 'Ravi', ...contact });
  expect((await chief.call('get-vehicle-now', { id: vehicleId })).contact).toEqual(contact);
  // A person who only sees maps sees the vehicle and its driver's name, as before.
  expect(await first(viewer)).toMatchObject({
    driverName: 'Ravi',
    driverPhone: null,
    driverUserId: null,
    offlineDriverId: null,
  });
  // An account that cannot read messages is not offered for writing to.
  await database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [userId]);
  expect(await first(chief)).toMatchObject({
    driverPhone: '+598 99 123 456',
    driverUserId: null,
    offlineDriverId: driverId,
  });
});

test('everybody who sees the live map searches for addresses and the vehicles near them', async () => {
  const { database } = fixture;
  const grants = { 'live-map': ['view'] } as const;
  await addUser(database, { username: 'watcher', password: 'pass-word', organisationId: north, grants });
  await addUser(database, {
    username: 'clerk',
    password: 'pass-word',
    organisationId: north,
    grants: { expenses: ['view'] },
  });
  const ownOnly: boolean[] = [];
  fixture.services.places.find = (typed, _most, _reader, { own = false } = {}) => {
    ownOnly.push(own);
    return Promise.resolve(typed === 'av. italia, buceo' ? [{ name: 'Av. Italia, Buceo', lat: 0, lon: 0 }] : []);
  };
  const watcher = await fixture.signedIn('watcher', 'pass-word');
  expect((await watcher.call('get-named-places', { text: ' av. italia, buceo ' })).rows).toHaveLength(1);
  await watcher.call('get-named-places', { text: 'ravi', own: true });
  expect(ownOnly).toEqual([false, true]);
  expect((await watcher.call('get-vehicles-near', { lat: 0, lon: 0 })).rows).toHaveLength(2);
  const clerk = await fixture.signedIn('clerk', 'pass-word');
  expect((await clerk.call('get-named-places', { text: 'av' })).status).toBe(403);
  expect((await clerk.call('get-vehicles-near', { lat: 0, lon: 0 })).status).toBe(403);
});
