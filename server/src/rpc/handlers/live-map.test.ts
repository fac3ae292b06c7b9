import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { fakePlaces } from '../../testing/fake-places.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture({ places: fakePlaces((lat, lon) => `near ${lat} ${lon}`) });
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'devices', 'positions', 'device_states');
});

/** A vehicle whose device has been in it since the start of 2026. */
async function vehicleWithDevice() {
  const { vehicle } = await admin.call('adopt-device', { protocol: 'gt06', identity: 'd-1', registration: 'SBA 1' });
  await fixture.database.query(`UPDATE installations SET installed_at = '2026-01-01T00:00:00Z'`);
  return { id: vehicle?.id ?? 0, deviceId: vehicle?.deviceId ?? 0 };
}

const addFix = (deviceId: number, time: string, lat: number, lon: number, kph: number) =>
  fixture.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES ($1, $2, 1, $2, $3, $4, $5, 0, 1)`,
    [deviceId, time, Math.round(lat * 1e7), Math.round(lon * 1e7), Math.round(kph * 10)],
  );

describe('the track of a vehicle', () => {
  test('contains the reports of its device in the range, in order of time', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    await addFix(deviceId, '2026-02-01T10:00:20Z', -34.9002, -56.2003, 42.5);
    await addFix(deviceId, '2026-02-01T10:00:00Z', -34.9, -56.2, 0);
    await addFix(deviceId, '2026-02-01T12:00:00Z', -34.8, -56.1, 10);
    const range = { from: '2026-02-01T10:00:00Z', to: '2026-02-01T11:00:00Z' };
    expect(await admin.call('get-vehicle-track', { vehicleId: id, ...range })).toEqual({
      status: 200,
      fixes: 2,
      points: [
        [-34.9, -56.2, Date.UTC(2026, 1, 1, 10, 0, 0), 0],
        [-34.9002, -56.2003, Date.UTC(2026, 1, 1, 10, 0, 20), 42.5],
      ],
    });
  });

  test('of very many fixes is read in pieces, to the last one', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    await fixture.database.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
       SELECT $1, '2026-02-01'::timestamptz + make_interval(secs => n), 1, now(), 1, 1, 0, 0, 1
       FROM generate_series(0, 250000) n`,
      [deviceId],
    );
    const range = { from: '2026-02-01T00:00:00Z', to: '2026-02-08T00:00:00Z', maxPoints: 10 };
    const { fixes, points } = await admin.call('get-vehicle-track', { vehicleId: id, ...range });
    expect(fixes).toBe(250_001);
    expect(points?.map(([, , time]) => time)).toEqual([Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 1) + 250_000 * 1000]);
  });

  test('is thinned to the requested size, and states the number of fixes', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    for (let i = 0; i < 9; i++) {
      const lat = -34.9 + (i === 4 ? 0.01 : 0);
      await addFix(deviceId, `2026-02-01T10:0${i}:00Z`, lat, -56.2 + i * 0.001, 30);
    }
    const range = { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z', maxPoints: 5 };
    const { fixes, points } = await admin.call('get-vehicle-track', { vehicleId: id, ...range });
    expect(fixes).toBe(9);
    expect(points?.map(([lat]) => lat)).toEqual([-34.9, -34.9, -34.89, -34.9, -34.9]);
  });

  test('omits a fix that no vehicle could reach and return from', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    for (const [second, lat] of [-34.9, -33, -34.9001].entries()) {
      await addFix(deviceId, `2026-02-01T10:00:0${second}Z`, lat, -56.2, 30);
    }
    const range = { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' };
    const { fixes, points } = await admin.call('get-vehicle-track', { vehicleId: id, ...range });
    expect({ fixes, lats: points?.map(([lat]) => lat) }).toEqual({ fixes: 2, lats: [-34.9, -34.9001] });
  });
});

const setState = (deviceId: number, lastSeenAt: string) =>
  fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, satellites,
       battery_percent, power_mv, rssi, attributes, tracking)
     VALUES ($1, $2, '2026-02-01T10:00:00Z', $2, -349000001, -562000002, 425, 7, 9, 80, 12400, 21,
       '{"fuelL": 31.5, "alarm": ["sos"], "door": true}', '{}')`,
    [deviceId, lastSeenAt],
  );

describe('the present state of a vehicle', () => {
  test('shows the newest position, the address and everything that the device reported', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    await setState(deviceId, '2026-02-01T10:00:02Z');
    const answer = await admin.call('get-vehicle-now', { id });
    expect(answer).toMatchObject({
      status: 200,
      vehicle: { id, registration: 'SBA 1', lastHeardAt: '2026-02-01T10:00:02.000Z' },
      position: {
        lat: -34.9000001,
        lon: -56.2000002,
        fixTime: '2026-02-01T10:00:00.000Z',
        receivedAt: '2026-02-01T10:00:02.000Z',
        speedKph: 42.5,
      },
      place: 'near -34.9000001 -56.2000002',
    });
    expect(answer.attributes).toEqual({
      satellites: 9,
      batteryPercent: 80,
      powerV: 12.4,
      rssi: 21,
      ignition: true,
      fuelL: 31.5,
      alarm: ['sos'],
      door: true,
    });
  });

  test('shows the time of an impossible clock, because its reports make no trips', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    await setState(deviceId, '2026-02-01T10:00:02Z');
    expect((await admin.call('get-vehicle-now', { id })).clockSays).toBeNull();
    await fixture.database.query('UPDATE device_states SET tracking = $2 WHERE device_id = $1', [
      deviceId,
      { clockSays: Date.parse('2080-06-01T00:00:00Z') },
    ]);
    expect((await admin.call('get-vehicle-now', { id })).clockSays).toBe('2080-06-01T00:00:00.000Z');
  });

  test('is empty while its device has reported nothing in it', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    const unknownNow = { status: 200, position: null, place: null, attributes: {}, clockSays: null };
    expect(await admin.call('get-vehicle-now', { id })).toMatchObject(unknownNow);
    // Reports from before the device came into this vehicle belong to another vehicle.
    await setState(deviceId, '2025-12-31T23:59:59Z');
    expect(await admin.call('get-vehicle-now', { id })).toMatchObject(unknownNow);
  });
});
