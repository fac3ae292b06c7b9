import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/** What one organisation can have, so that it leaves room for the others. */
let fixture: HttpFixture;
let admin: TestBrowser;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());

const corner = (lat: number, lon: number) => ({ lat, lon });
const square = { kind: 'polygon', rings: [[corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)]] };
const save = (name: string) => admin.call('save-fence', { name, shape: square });

/** Parts of an import that nobody sees yet: they count, too. */
async function addParts(count: number, corners: number): Promise<void> {
  await fixture.database.query(
    `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2, deleted_at)
     SELECT 1, 'Part ' || n, jsonb_build_object('line', (SELECT jsonb_agg(0) FROM generate_series(1, $2::int))),
            0, 0, 0, 0, 0, 'infinity' FROM generate_series(1, $1::int) n`,
    [count, corners],
  );
}

test('geofences: at most 50,000', async () => {
  await addParts(49_999, 1);
  const last = await save('A');
  expect(last.status).toBe(200);
  const full = { status: 409, message: 'An organisation can have at most 50,000 geofences.' };
  expect(await save('B')).toMatchObject(full);
  expect(await admin.call('import-fences', { fences: [{ name: 'B', shape: square }], more: true })).toMatchObject(full);
  const ids = [last.fence?.id ?? 0];
  expect((await admin.call('delete-fences', { ids })).status).toBe(200);
  expect((await save('B')).status).toBe(200);
  expect(await admin.call('restore-fences', { ids })).toMatchObject(full);
  await fixture.database.query('DELETE FROM geofences');
});

test('corners in all geofences: at most 1,000,000', async () => {
  await addParts(99, 10_000);
  await addParts(1, 9_996);
  expect((await save('C')).status).toBe(200);
  expect(await save('D')).toMatchObject({
    status: 409,
    message: 'An organisation can have at most 1,000,000 corners in all its geofences.',
  });
  await fixture.database.query('DELETE FROM geofences');
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
