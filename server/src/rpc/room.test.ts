import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOM } from '../store/geofences/fence-room.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/** What one organisation can have, so that it leaves room for the others. */
let fixture: HttpFixture;
let admin: TestBrowser;
const room = { ...ROOM };

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(async () => {
  Object.assign(ROOM, room);
  await fixture.close();
});

const corner = (lat: number, lon: number) => ({ lat, lon });
const square = { kind: 'polygon', rings: [[corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)]] };
const save = (name: string) => admin.call('save-fence', { name, shape: square });

test('geofences, and corners in all of them', async () => {
  Object.assign(ROOM, { fences: 3, corners: 12 });
  const made = [await save('A'), await save('B'), await save('C')];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await save('D')).toMatchObject({ status: 409, message: 'An organisation can have at most 3 geofences.' });
  ROOM.fences = 100;
  const full = { status: 409, message: 'An organisation can have at most 12 corners in all its geofences.' };
  expect(await save('D')).toMatchObject(full);
  // Parts of an import that nobody sees yet need room too.
  const part = { fences: [{ name: 'D', shape: square }], more: true };
  expect(await admin.call('import-fences', part)).toMatchObject(full);
  const ids = [made[0]?.fence?.id ?? 0];
  expect((await admin.call('delete-fences', { ids })).status).toBe(200);
  expect((await save('D')).status).toBe(200);
  expect(await admin.call('restore-fences', { ids })).toMatchObject(full);
});

test('alarm rules', async () => {
  await fixture.database.query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
     SELECT 1, 'Rule ' || n, '{"kind": "lowBattery", "belowPercent": 20}', 'minor', true FROM generate_series(1, 500) n`,
  );
  const condition = { kind: 'lowBattery', belowPercent: 20 };
  const answer = await admin.call('save-alarm-rule', { name: 'One more', condition, allVehicles: true });
  expect(answer).toMatchObject({ status: 409, message: 'An organisation can have at most 500 alarm rules.' });
});

test('links that work, of a vehicle', async () => {
  const { vehicle } = await admin.call('save-vehicle', { registration: 'SBA 1' });
  await fixture.database.query(
    `INSERT INTO shares (organisation_id, vehicle_id, token_hash, expires_at)
     SELECT 1, $1, decode(md5(n::text), 'hex'), now() + interval '1 hour' FROM generate_series(1, 100) n`,
    [vehicle?.id],
  );
  expect((await admin.call('create-share', { vehicleId: vehicle?.id })).status).toBe(409);
  const { rows = [] } = await admin.call('get-share-list', { vehicleId: vehicle?.id });
  expect(rows).toHaveLength(100);
  await admin.call('revoke-share', { id: rows[0]?.id });
  expect((await admin.call('create-share', { vehicleId: vehicle?.id })).status).toBe(200);
});
