import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertIdle, insertTrip } from '../../testing/insert-facts.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let vehicle: Awaited<ReturnType<typeof addTracked>>;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'devices', 'audit_log');
  vehicle = await addTracked(fixture.database, { registration: 'SBA 1' });
});

/** Inserts the sums of a UTC day. */
async function insertDay(day: string, distanceM: number, engineS: number): Promise<void> {
  await fixture.database.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
       trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions, invalid, legs)
     VALUES ($1, $3::text, $3::timestamptz, $2, $3::date, ($3 || 'T00:00Z')::timestamptz, ($3 || 'T00:00Z')::timestamptz + interval '1 day', $4, 0,
       0, 0, 0, $5, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}')`,
    [vehicle.installationId, vehicle.vehicleId, day, distanceM, engineS],
  );
}
const add = (input: Record<string, unknown>) =>
  admin.call('add-meter-reading', { vehicleId: vehicle.vehicleId, meter: 'odometer', ...input });

test('a meter shows its newest reading plus what was tracked since', async () => {
  // 3 May: 10 km in two trips of 4 and 6 km, an hour each, the second from 12:00 on. 4 May: 20 km, 2 h.
  await insertDay('2026-05-02', 99_000, 9000);
  await insertDay('2026-05-03', 10_000, 7200 + 600);
  await insertDay('2026-05-04', 20_000, 7200);
  await insertTrip(fixture.database, vehicle, {
    start: '2026-05-03T08:00:00Z',
    end: '2026-05-03T09:00:00Z',
    distanceM: 4000,
  });
  await insertTrip(fixture.database, vehicle, {
    start: '2026-05-03T12:00:00Z',
    end: '2026-05-03T13:00:00Z',
    distanceM: 6000,
  });
  // Ten minutes of idling around the departure, of which five count.
  await insertIdle(fixture.database, vehicle, { start: '2026-05-03T11:55:00Z', end: '2026-05-03T12:05:00Z' });
  await insertTrip(fixture.database, vehicle, {
    start: '2026-05-04T12:00:00Z',
    end: '2026-05-04T14:00:00Z',
    distanceM: 20_000,
  });

  // Halfway through the second trip: 3 of its 6 km remain.
  await add({ value: 100_000_000, at: '2026-05-03T12:30:00Z' });
  await add({ value: 90_000_000, at: '2026-05-01T00:00:00Z', note: 'from the papers' });
  const answer = await add({ meter: 'engine-hours', value: 3_600_000, at: '2026-05-03T11:58:00Z' });
  expect(answer.status).toBe(200);
  expect(answer.meters).toMatchObject([
    {
      meter: 'odometer',
      value: 100_023_000,
      tracked: 23_000,
      base: { at: '2026-05-03T12:30:00.000Z', value: 100_000_000, by: expect.any(String) },
      device: null,
    },
    // Two minutes of idling, the hour of the trip, and the day after.
    { meter: 'engine-hours', value: 3_600_000 + 120 + 3600 + 7200, tracked: 120 + 3600 + 7200 },
  ]);
  expect(answer.readings?.map(({ value, note }) => [value, note])).toEqual([
    [100_000_000, null],
    [3_600_000, null],
    [90_000_000, 'from the papers'],
  ]);
  const { rows } = await admin.call('get-vehicle-list');
  expect(rows?.[0]).toMatchObject({ odometerM: 100_023_000, engineHoursS: 3_610_920 });
});

test("without a reading no value is claimed; the device's value is shown separately", async () => {
  await fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, attributes, tracking) VALUES ($1, '2026-05-04', '{"odometerM": 1234567}', '{}')`,
    [vehicle.deviceId],
  );
  const { meters } = await admin.call('get-vehicle-meters', { vehicleId: vehicle.vehicleId });
  const emptyMeter = { value: null, base: null, tracked: null };
  expect(meters).toEqual([
    { meter: 'odometer', ...emptyMeter, device: { value: 1_234_567, at: '2026-05-04T00:00:00.000Z' } },
    { meter: 'engine-hours', ...emptyMeter, device: null },
  ]);
});

/** The device's odometer had this value at `fixTime`; received at noon. */
const deviceAt = async (fixTime: string) => {
  await fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, attributes, tracking)
     VALUES ($1, '2026-05-04T12:00Z', $2, '{"odometerM": 1234567}', '{}')
     ON CONFLICT (device_id) DO UPDATE SET heard_at = excluded.heard_at, fix_time = excluded.fix_time,
       attributes = excluded.attributes`,
    [vehicle.deviceId, fixTime],
  );
  const { meters } = await admin.call('get-vehicle-meters', { vehicleId: vehicle.vehicleId });
  return meters?.find(({ meter }) => meter === 'odometer')?.device?.at;
};

test("the device's value is dated by its fix, not by its receipt, and never later than now", async () => {
  expect(await deviceAt('2026-05-04T03:15Z')).toBe('2026-05-04T03:15:00.000Z');
  expect(await deviceAt('2026-05-04T12:30Z')).toBe('2026-05-04T12:00:00.000Z');
});

test('a reading at a service is one of its day, which is added and removed with the service', async () => {
  const { vehicleId } = vehicle;
  const plan = { task: 'Oil', everyMonths: 6, leadDays: 7, vehicleIds: [vehicleId], countedFrom: '2026-01-01' };
  const planId = (await admin.call('save-service-plan', plan)).plan?.id;
  const serve = (more: Record<string, unknown>) =>
    admin.call('add-service-record', { planId, vehicleId, day: '2026-05-03', ...more });
  // 3 May: 10 km are tracked; a service counts at the end of its day.
  await insertDay('2026-05-03', 10_000, 3600);
  await insertDay('2026-05-04', 20_000, 7200);
  await add({ value: 80_000_000, at: '2026-05-01T12:00:00Z' });
  const { record } = await serve({ odometerM: 90_000_000, engineS: 3_600_000 });
  const meters = () => admin.call('get-vehicle-meters', { vehicleId });
  const before = await meters();
  expect(before.meters?.map(({ value }) => value)).toEqual([90_000_000 + 20_000, 3_600_000 + 7200]);
  expect(before.readings?.map(({ meter, source, at }) => [meter, source, at])).toEqual([
    ['engine-hours', 'service', '2026-05-03T23:59:59.000Z'],
    ['odometer', 'service', '2026-05-03T23:59:59.000Z'],
    ['odometer', 'person', '2026-05-01T12:00:00.000Z'],
  ]);
  const odometer = before.readings?.find(({ meter, source }) => meter === 'odometer' && source === 'service')?.id;
  expect(await admin.call('delete-meter-reading', { id: odometer })).toMatchObject({
    status: 409,
    code: 'reading-of-service',
  });
  // Another reading in the evening: the service counts as earlier, whatever the hour.
  const evening = await add({ value: 90_004_000, at: '2026-05-03T20:00:00Z' });
  expect(evening.readings?.filter(({ meter }) => meter === 'odometer').map(({ value }) => value)).toEqual([
    90_004_000, 90_000_000, 80_000_000,
  ]);
  // Another service of that day between the two, and one that the neighbouring days contradict.
  expect((await serve({ odometerM: 90_002_000 })).status).toBe(200);
  expect((await serve({ odometerM: 79_000_000 })).fields).toEqual({
    odometerM: 'The reading of 2026-05-01T12:00:00.000Z is 80,000 km, and readings can only increase.',
  });
  expect((await serve({ day: '2026-05-02', odometerM: 91_000_000 })).status).toBe(422);
  expect((await admin.call('get-service-record-list', { vehicleId })).total).toBe(2);
  await admin.call('delete-service-record', { id: record?.id });
  const values = async () => (await meters()).readings?.map(({ value }) => value);
  expect(await values()).toEqual([90_004_000, 90_002_000, 80_000_000]);
  await admin.call('restore-service-record', { id: record?.id });
  expect((await values())?.toSorted((a, b) => b - a)).toEqual([
    90_004_000, 90_002_000, 90_000_000, 80_000_000, 3_600_000,
  ]);
});

test('a meter does not go back: neither from an earlier reading, nor before a later one', async () => {
  await add({ value: 100_000, at: '2026-05-03T12:00:00Z' });
  await add({ value: 300_000, at: '2026-06-03T12:00:00Z' });
  expect(await add({ value: 299_999, at: '2026-07-01T00:00:00Z' })).toMatchObject({
    status: 422,
    fields: { value: 'The reading of 2026-06-03T12:00:00.000Z is 300 km, and readings can only increase.' },
  });
  expect(await add({ value: 301_000, at: '2026-05-10T00:00:00Z' })).toMatchObject({
    status: 422,
    fields: { value: expect.stringContaining('2026-06-03') },
  });
  expect((await add({ value: 200_000, at: '2026-05-10T00:00:00Z' })).status).toBe(200);
  expect((await add({ value: 100_000, at: '2026-05-03T12:00:00Z' })).status).toBe(409);
  expect((await add({ value: 1, at: new Date(Date.now() + 60_000).toISOString() })).status).toBe(422);
  // Engine hours are a separate meter.
  expect((await add({ meter: 'engine-hours', value: 5, at: '2026-07-01T00:00:00Z' })).status).toBe(200);
});

test('a wrong reading is removed and restored, as far as it fits; each change is in the log', async () => {
  await add({ value: 100_000, at: '2026-05-03T12:00:00Z' });
  const wrong = (await add({ value: 900_000, at: '2026-05-04T12:00:00Z' })).readings?.[0]?.id;
  expect((await admin.call('delete-meter-reading', { id: wrong })).meters?.[0]).toMatchObject({ value: 100_000 });
  expect((await admin.call('restore-meter-reading', { id: wrong })).meters?.[0]).toMatchObject({ value: 900_000 });
  await admin.call('delete-meter-reading', { id: wrong });
  await add({ value: 120_000, at: '2026-05-05T12:00:00Z' });
  expect((await admin.call('restore-meter-reading', { id: wrong })).status).toBe(422);
  const { rows } = await admin.call('get-audit-list', { subject: 'meter', sort: 'at', direction: 'desc' });
  expect(rows?.map(({ action, after }) => [action, after?.['odometerM'] ?? null])).toEqual([
    ['create', 120_000],
    ['delete', null],
    ['restore', 900_000],
    ['delete', null],
    ['create', 900_000],
    ['create', 100_000],
  ]);
});

test('the card shows the meter of the page, also after a corrected reading', async () => {
  await fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, attributes, tracking) VALUES ($1, '2026-05-04', '{"odometerM": 137185000}', '{}')`,
    [vehicle.deviceId],
  );
  const shown = async () => {
    const [page, card] = await Promise.all([
      admin.call('get-vehicle-meters', { vehicleId: vehicle.vehicleId }),
      admin.call('get-vehicle-now', { id: vehicle.vehicleId }),
    ]);
    return { page: page.meters?.[0]?.value, card: card.odometerM, device: card.attributes?.['odometerM'] };
  };
  expect(await shown()).toEqual({ page: null, card: null, device: 137_185_000 });
  await add({ value: 71_000_000, at: '2026-05-03T12:00:00Z' });
  await insertDay('2026-05-04', 20_000, 7200);
  expect(await shown()).toEqual({ page: 71_020_000, card: 71_020_000, device: 137_185_000 });
  await add({ value: 72_280_000, at: '2026-05-05T00:00:00Z' });
  expect(await shown()).toEqual({ page: 72_280_000, card: 72_280_000, device: 137_185_000 });
});
