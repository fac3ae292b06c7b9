import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDeviceStates } from '../store/devices/device-states.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  test = await testDatabase({ durable: true });
  gateway = await testGateway(test);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;

const PLACE = { valid: true, lat: -34.9, lon: -56.2, altitudeM: 20, speedKph: 30, courseDeg: 10 };

function report(second: number, more: Partial<Message> = {}): Message {
  const time = new Date(NOON + second * 1000);
  const fix = { ...PLACE, time };
  return { kind: 'report', deviceTime: time, fix, attributes: { ignition: true }, ...more };
}

const submit = (deviceId: number, messages: Message[], receivedAt = Date.now()) =>
  new Promise<void>((onStored) => gateway.ingest.submit({ deviceId, messages, receivedAt, onStored }));

async function count(table: string, deviceId: number): Promise<number> {
  const { rows } = await test.database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} WHERE device_id = $1`,
    [deviceId],
  );
  return rows[0]?.n ?? 0;
}

it('stores two different reports of one second, and one of a report that is repeated from memory', async () => {
  const { deviceId } = await addDevice(test.database, 'two-of-a-second');
  const turning = report(0, { attributes: { ignition: true, event: 'turn' } });
  const archived = report(0, { attributes: { ignition: true, archived: true } });
  await submit(deviceId, [report(0), turning, report(0)]);
  await submit(deviceId, [archived]);
  expect(await count('positions', deviceId)).toBe(2);
});

it('stores every field as it was reported', async () => {
  const { deviceId } = await addDevice(test.database, 'every-field');
  const attributes = {
    ignition: false,
    motion: true,
    satellites: 11,
    batteryPercent: 87,
    powerV: 12.48,
    rssi: 4,
    odometerM: 123_456_789,
    alarm: ['sos'] as const,
    temperature1C: -4.5,
  };
  const fix = {
    time: new Date(NOON),
    valid: true,
    lat: 51.5074561,
    lon: -0.1277583,
    altitudeM: -12,
    speedKph: 88.4,
    courseDeg: 359.6,
  };
  await submit(deviceId, [{ kind: 'report', deviceTime: null, fix, attributes }]);
  const { rows } = await test.database.query('SELECT * FROM positions WHERE device_id = $1', [deviceId]);
  expect(rows).toMatchObject([
    {
      fix_time: new Date(NOON),
      lat: 515_074_561,
      lon: -1_277_583,
      altitude_m: -12,
      speed_dkph: 884,
      course_deg: 0,
      // The flags: valid, ignition known (off), motion known and on, alarm.
      flags: 1 + 2 + 8 + 16 + 64,
      satellites: 11,
      battery_percent: 87,
      power_mv: 12_480,
      rssi: 4,
      odometer_m: 123_456_789,
      // Only attributes without a column of their own.
      attributes: { alarm: ['sos'], temperature1C: -4.5 },
    },
  ]);
});

it('stores a report without a fix of its own', async () => {
  const { deviceId } = await addDevice(test.database, 'blind-alarm');
  const alarm: Message = { kind: 'report', deviceTime: new Date(NOON), fix: null, attributes: { alarm: ['powerCut'] } };
  await submit(deviceId, [alarm, alarm]);
  expect(await count('status_reports', deviceId)).toBe(1);
});

it('stores fixes of any year, and updates the live state only from plausible clocks', async () => {
  const { deviceId } = await addDevice(test.database, 'wrong-clock');
  const at = (iso: string) => report(0, { fix: { ...PLACE, time: new Date(iso) } });
  await submit(deviceId, [at('2004-01-01T00:00:00Z'), report(5), at('2080-06-01T00:00:00Z'), report(6)]);
  expect(await count('positions', deviceId)).toBe(4);
  const [state] = await loadDeviceStates(test.database, [deviceId]);
  expect(state).toMatchObject({ fixTime: NOON + 6000, clockSays: null });
  // The clock is displayed to a person who looks for the missing trips.
  await submit(deviceId, [at('2080-06-01T00:00:00Z')]);
  const readClock = async () => (await loadDeviceStates(test.database, [deviceId]))[0]?.clockSays;
  expect(await readClock()).toBe(Date.parse('2080-06-01T00:00:00Z'));
  await submit(deviceId, [report(7)]);
  expect(await readClock()).toBeNull();
  // Three reports, counted on the day of their receipt.
  const today = new Date().toISOString().slice(0, 10);
  expect((await loadDeviceStates(test.database, [deviceId]))[0]?.clockFaults).toEqual({ [today]: 3 });
});

it('stores a fix from the future, which neither becomes the live state nor hides the true ones after it', async () => {
  const { deviceId } = await addDevice(test.database, 'ahead');
  const fixTime = async () => (await loadDeviceStates(test.database, [deviceId]))[0]?.fixTime;
  await submit(deviceId, [report(0)], NOON);
  await submit(deviceId, [report(9 * 60)], NOON + 1000);
  expect(await count('positions', deviceId)).toBe(2);
  expect(await fixTime()).toBe(NOON);
  await submit(deviceId, [report(3)], NOON + 4000);
  expect(await fixTime()).toBe(NOON + 3000);
  // A clock may be a minute ahead: its fix is displayed, dated no later than its receipt.
  await submit(deviceId, [report(64)], NOON + 5000);
  expect(await fixTime()).toBe(NOON + 64_000);
  await submit(deviceId, [report(6)], NOON + 7000);
  expect(await fixTime()).toBe(NOON + 6000);
  // The newest report of a frame counts, whatever their order.
  await submit(deviceId, [report(63), report(65), report(64)], NOON + 8000);
  expect(await fixTime()).toBe(NOON + 65_000);
});

const statusesOf = async (deviceId: number) => {
  const { rows } = await test.database.query(
    `SELECT reported_at, received_at, attributes, lat, lon, device_clock FROM status_reports WHERE device_id = $1`,
    [deviceId],
  );
  return rows;
};

it('dates the alarms of a message with an impossible time by their receipt, with its position and clock', async () => {
  for (const iso of ['2009-01-01T00:00:19Z', new Date(NOON + 8 * 3_600_000).toISOString()]) {
    const { deviceId } = await addDevice(test.database, `sos-${iso}`);
    const time = new Date(iso);
    const sos = {
      ...report(0),
      deviceTime: time,
      fix: { ...PLACE, time },
      attributes: { alarm: ['sos'] as const, event: 7, satellites: 9 },
    };
    await submit(deviceId, [sos], NOON);
    expect(await statusesOf(deviceId)).toEqual([
      {
        reported_at: new Date(NOON),
        received_at: new Date(NOON),
        attributes: { alarm: ['sos'], event: 7 },
        lat: -349_000_000,
        lon: -562_000_000,
        device_clock: time,
      },
    ]);
    expect(await count('positions', deviceId)).toBe(1);
  }
});

it('takes a message without a usable time, and alarms of heartbeats, as present signs of life', async () => {
  const { deviceId } = await addDevice(test.database, 'no-time');
  const coordinates = { lat: 12.97, lon: 77.59 };
  const none = { deviceTime: null, fix: null };
  await submit(
    deviceId,
    [{ kind: 'report', ...none, coordinates, attributes: { alarm: ['sos'], batteryPercent: 40 } }],
    NOON,
  );
  await submit(deviceId, [{ kind: 'heartbeat', ...none, attributes: { alarm: ['powerCut'] } }], NOON + 1000);
  await submit(deviceId, [{ kind: 'heartbeat', ...none, attributes: { charging: true } }], NOON + 2000);
  expect(await statusesOf(deviceId)).toMatchObject([
    { reported_at: new Date(NOON), lat: 129_700_000, lon: 775_900_000, device_clock: null },
    { reported_at: new Date(NOON + 1000), attributes: { alarm: ['powerCut'] }, lat: null },
  ]);
  const [state] = await loadDeviceStates(test.database, [deviceId]);
  expect(state).toMatchObject({
    ...coordinates,
    fixTime: NOON,
    fixByReceipt: true,
    clockSays: null,
    batteryPercent: 40,
  });
});

it('does not move a vehicle by a fix that the device marks invalid, or that lies at 0, 0', async () => {
  const { deviceId } = await addDevice(test.database, 'no-satellites');
  const bad = (lat: number, valid: boolean) =>
    report(10, { fix: { ...PLACE, time: new Date(NOON + 10000), lat, lon: lat, valid } });
  await submit(deviceId, [report(0), bad(10, false), bad(0, true)]);
  const [state] = await loadDeviceStates(test.database, [deviceId]);
  expect([state?.lat, state?.lon, state?.fixTime]).toEqual([-34.9, -56.2, NOON]);
  expect(await count('positions', deviceId)).toBe(3);
});

const reportWith = (second: number, attributes: Message['attributes']) => report(second, { attributes });

it('retains the state of the engine over a restart', async () => {
  const { deviceId } = await addDevice(test.database, 'engine');
  await submit(deviceId, [reportWith(0, { ignition: true }), reportWith(30, { ignition: true, powerV: 28.1 })]);
  const [state] = await loadDeviceStates(test.database, [deviceId]);
  expect(state?.motion).toMatchObject({
    motion: 'running',
    engine: { on: true, at: NOON + 30_000, wire: { on: true } },
  });
  expect(state?.motion.engine.revolutions).toEqual({ rpm: null, at: 0, changedAt: 0, proven: false });
});

it('corrects the shown speed as people chose, once, and stores it as reported', async () => {
  const { deviceId } = await addDevice(test.database, 'knots');
  await test.database.query('UPDATE installations SET speed_factor = 1.852 WHERE device_id = $1', [deviceId]);
  const { rows } = await test.database.query<{ id: number }>(
    'SELECT organisation_id AS id FROM devices WHERE id = $1',
    [deviceId],
  );
  gateway.bus.publish('fleet-changed', { organisationId: rows[0]?.id ?? 0 });
  await expect
    .poll(
      async () => {
        await submit(deviceId, [report(Math.random() * 1000)]);
        return (await loadDeviceStates(test.database, [deviceId]))[0]?.speedKph;
      },
      { timeout: 10_000 },
    )
    .toBe(55.6);
  const stored = await test.database.query('SELECT DISTINCT speed_dkph FROM positions WHERE device_id = $1', [
    deviceId,
  ]);
  expect(stored.rows).toEqual([{ speed_dkph: 300 }]);
});

it('stores texts that PostgreSQL would refuse', async () => {
  const { deviceId } = await addDevice(test.database, 'odd-text');
  await submit(deviceId, [report(0, { attributes: { driverTag: 'a\0b\ud800', 'param_a\0b': 'x', odometerM: 7 } })]);
  expect(await count('positions', deviceId)).toBe(1);
  expect(await count('refused_reports', deviceId)).toBe(0);
  // One such name in the state of a device would make all its values unreadable.
  const { rows } = await test.database.query(
    `SELECT attributes ->> 'odometerM' AS odometer FROM device_states WHERE device_id = $1`,
    [deviceId],
  );
  expect(rows).toEqual([{ odometer: '7' }]);
});

it('sets reports aside that PostgreSQL cannot store, without affecting other devices of the batch', async () => {
  const [bad, good] = [await addDevice(test.database, 'bad-clock'), await addDevice(test.database, 'good-clock')];
  // Earlier than PostgreSQL's calendar, which begins in 4713 BC: neither the report nor the state can be stored.
  const before = report(0, { fix: { ...PLACE, time: new Date('-010000-01-01T00:00:00Z') } });
  await Promise.all([
    submit(bad.deviceId, [report(0), before]),
    submit(good.deviceId, [report(0), report(1), report(2)]),
    submit(bad.deviceId, [report(1)]),
  ]);
  expect(await count('positions', good.deviceId)).toBe(3);
  expect(await count('device_states', good.deviceId)).toBe(1);
  expect(await count('refused_reports', good.deviceId)).toBe(0);
  expect(await count('positions', bad.deviceId)).toBe(2);
  expect(await count('refused_reports', bad.deviceId)).toBe(1);
});

it('reduces a number that is larger than any column to its bound', async () => {
  const { deviceId } = await addDevice(test.database, 'far-driven');
  await submit(deviceId, [report(0, { attributes: { odometerM: 1e19, powerV: 1e19, rssi: -1e19 } })]);
  const { rows } = await test.database.query('SELECT odometer_m, power_mv, rssi FROM positions WHERE device_id = $1', [
    deviceId,
  ]);
  // The bounds of the columns: 2^53 - 1, 2^31 - 1 and -2^15.
  expect(rows).toEqual([{ odometer_m: 9_007_199_254_740_991, power_mv: 2_147_483_647, rssi: -32_768 }]);
});

it('retains at most 256 attribute names of one device', async () => {
  const { deviceId } = await addDevice(test.database, 'name-inventor');
  const naming = (second: number) =>
    report(second, {
      attributes: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`n${second}x${index}`, index])),
    });
  await submit(deviceId, [report(0), ...Array.from({ length: 10 }, (_, index) => naming(index + 1))]);
  await submit(deviceId, [report(20, { attributes: { ignition: false, another: 1 } })]);
  const [state] = await loadDeviceStates(test.database, [deviceId]);
  expect(Object.keys(state?.attributes ?? {})).toHaveLength(256);
  // Known attributes are still updated.
  expect(state?.attributes.ignition).toBe(false);
});

it('continues when the confirmation cannot be sent to one device', async () => {
  const { deviceId } = await addDevice(test.database, 'not-to-be-told');
  gateway.ingest.submit({
    deviceId,
    messages: [report(0)],
    receivedAt: Date.now(),
    onStored: () => {
      throw new RangeError('Port should be > 0 and < 65536. Received 0.');
    },
  });
  await submit(deviceId, [report(1)]);
  expect(await count('positions', deviceId)).toBe(2);
});

it('acknowledges nothing while the database is unavailable, and stores everything once when it is back', async () => {
  const { deviceId } = await addDevice(test.database, 'database-away');
  await submit(deviceId, [report(0)]);
  const pid = test.serverPid();
  if (!pid) throw new Error('no PostgreSQL to kill');
  process.kill(pid, 'SIGKILL');
  // The connection processes of the killed PostgreSQL end on their own a moment later.
  await expect.poll(() => test.database.query('SELECT 1').then(String, () => 'away'), { interval: 5 }).toBe('away');
  await new Promise((resolve) => setTimeout(resolve, 50));
  let acknowledged = 0;
  const all = Array.from({ length: 50 }, (_, index) =>
    submit(deviceId, [report(100 + index)]).then(() => acknowledged++),
  );
  // Nothing can be acknowledged before PostgreSQL is back, which takes at least the supervisor's half second.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(acknowledged).toBe(0);
  await Promise.all(all);
  expect(await count('positions', deviceId)).toBe(51);
});

it('makes callers wait when memory fills, and resumes them', async () => {
  const { deviceId } = await addDevice(test.database, 'flood');
  const signals: boolean[] = [];
  gateway.ingest.onPressure((full) => signals.push(full));
  const frames = Array.from({ length: 45 }, (_, frame) =>
    submit(
      deviceId,
      Array.from({ length: 1000 }, (_element, index) => report(frame * 1000 + index)),
    ),
  );
  expect(gateway.ingest.full()).toBe(true);
  await Promise.all(frames);
  expect(signals).toEqual([true, false]);
  expect(await count('positions', deviceId)).toBe(45_000);
  expect(await gateway.registry.metrics()).toMatch(/^milepost_ingest_waiting 0$/m);
}, 60_000);
