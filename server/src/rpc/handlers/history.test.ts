import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exportPiece } from '../../track-files/export-piece.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { readTrack } from '../../store/tracks/positions.ts';
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

const DAY = { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' };

/** A vehicle whose device has been in it since the start of 2026. */
async function vehicleWithDevice(registration = 'SBA 1') {
  const { vehicle } = await admin.call('adopt-device', {
    protocol: 'gt06',
    identity: registration.replaceAll(' ', '-'),
    registration,
  });
  const installed = '2026-01-01T00:00:00Z';
  await fixture.database.query(`UPDATE installations SET installed_at = $1 WHERE vehicle_id = $2`, [
    installed,
    vehicle?.id,
  ]);
  await fixture.database.query(`UPDATE vehicles SET created_at = $1`, [installed]);
  return { id: vehicle?.id ?? 0, deviceId: vehicle?.deviceId ?? 0 };
}

const deviceOf = async (vehicleId: number): Promise<number> => {
  const { rows } = await fixture.database.query<{ id: number }>(
    'SELECT device_id AS id FROM installations WHERE vehicle_id = $1',
    [vehicleId],
  );
  return rows[0]?.id ?? 0;
};

interface Row {
  deviceId: number;
  time: string;
  lat?: number;
  lon?: number;
  kph?: number;
  /** valid, with ignition known and on. */
  flags?: number;
  hash?: number;
  attributes?: Record<string, unknown>;
}

const addFix = ({ deviceId, time, lat = -34.9, lon = -56.2, kph = 0, flags = 7, hash = 1, attributes }: Row) =>
  fixture.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags,
       power_mv, attributes)
     VALUES ($1, $2, $3, $2, $4, $5, $6, 45, $7, 12400, $8)`,
    [deviceId, time, hash, Math.round(lat * 1e7), Math.round(lon * 1e7), Math.round(kph * 10), flags, attributes],
  );

describe('a track', () => {
  test('contains the valid fixes of the range in columns of differences', async () => {
    const { id: vehicleId, deviceId } = await vehicleWithDevice();
    await addFix({ deviceId, time: '2026-02-01T10:00:30Z', lat: -34.899, lon: -56.201, kph: 42.5 });
    await addFix({ deviceId, time: '2026-02-01T10:00:00Z' });
    await addFix({ deviceId, time: '2026-02-01T10:00:10Z', flags: 6 });
    await addFix({ deviceId, time: '2026-02-01T11:00:00Z', lat: -34.899, lon: -56.201 });
    await addFix({ deviceId, time: '2026-02-02T00:00:00Z' });
    expect(await admin.call('get-track', { vehicleId, ...DAY })).toEqual({
      status: 200,
      fixes: 3,
      points: 3,
      toleranceM: 16,
      track: {
        times: [Date.UTC(2026, 1, 1, 10), 30_000, 3_570_000],
        lats: [-34_900_000, 1000, 0],
        lons: [-56_200_000, -1000, 0],
        speeds: [0, 425, 0],
        courses: [45, 45, 45],
        breaks: [2],
      },
    });
  });

  test('is that of the device that was in the vehicle at the time', async () => {
    const { id: vehicleId, deviceId } = await vehicleWithDevice();
    const { deviceId: other } = await vehicleWithDevice('SBA 2');
    const { database } = fixture;
    await database.query(`UPDATE installations SET removed_at = '2026-02-01T12:00:00Z' WHERE device_id = $1`, [
      deviceId,
    ]);
    await database.query(
      `UPDATE installations SET vehicle_id = $1, installed_at = '2026-02-01T12:00:00Z' WHERE device_id = $2`,
      [vehicleId, other],
    );
    for (const device of [deviceId, other]) {
      for (const hour of ['11', '13'])
        await addFix({ deviceId: device, time: `2026-02-01T${hour}:00:00Z`, kph: device });
    }
    const { track } = await admin.call('get-track', { vehicleId, ...DAY });
    expect(track?.speeds).toEqual([deviceId * 10, other * 10]);
  });

  test('is returned in full, or without impossible fixes', async () => {
    const { id: vehicleId, deviceId } = await vehicleWithDevice();
    // A fix 211 km away for a second; 48 s later a jump to where it stays.
    for (const [second, lat] of [
      ['00', -34.9],
      ['01', -33],
      ['02', -34.9],
      ['50', -30],
      ['51', -30],
    ] as const)
      await addFix({ deviceId, time: `2026-02-01T10:00:${second}Z`, lat });
    expect((await admin.call('get-track', { vehicleId, ...DAY, toleranceM: 0 })).track).toMatchObject({
      lats: [-34_900_000, 1_900_000, -1_900_000, 4_900_000, 0],
      breaks: [],
    });
    expect((await admin.call('get-track', { vehicleId, ...DAY, toleranceM: 0, plausible: true })).track).toMatchObject({
      lats: [-34_900_000, 0, 4_900_000, 0],
      breaks: [2],
    });
  });

  test('without fixes is empty', async () => {
    const { id: vehicleId } = await vehicleWithDevice();
    expect(await admin.call('get-track', { vehicleId, ...DAY })).toMatchObject({ fixes: 0, points: 0 });
  });

  test('is read to the end in pieces of any size, including several fixes of one moment', async () => {
    const { id, deviceId } = await vehicleWithDevice();
    for (let hash = 1; hash <= 5; hash++)
      await addFix({ deviceId, time: '2026-02-01T10:00:00.123456Z', hash, kph: hash });
    await addFix({ deviceId, time: '2026-02-01T10:00:00.123457Z', hash: -9, kph: 6 });
    for (const size of [1, 2, 3, 100]) {
      const speeds: number[] = [];
      for await (const page of readTrack(fixture.database, id, new Date(DAY.from), new Date(DAY.to), size)) {
        speeds.push(...page.speed);
      }
      expect(speeds).toEqual([10, 20, 30, 40, 50, 60]);
    }
  });
});

describe.each(['get-track', 'get-track-keys', 'get-vehicle-facts', 'get-track-file', 'get-track-series'] as const)(
  '%s',
  (operation) => {
    test('of ten years, or of no time, is refused at the field', async () => {
      const { id: vehicleId } = await vehicleWithDevice();
      const readPiece = (to: string) =>
        admin.call(operation, { vehicleId, from: DAY.from, to, keys: ['speed'], format: 'csv' });
      expect((await readPiece('2036-02-01T00:00:00Z')).fields).toEqual({
        to: 'Must be at most 93 days after the start.',
      });
      expect((await readPiece('2026-05-05T00:00:00Z')).status).toBe(200);
      expect((await readPiece('2026-05-05T00:00:00.001Z')).status).toBe(422);
      expect((await readPiece(DAY.from)).fields).toEqual({ to: 'Must be after the start.' });
    });
  },
);

test('the fix at a moment is the last one, with everything that the device reported', async () => {
  const { id: vehicleId, deviceId } = await vehicleWithDevice();
  await addFix({ deviceId, time: '2026-02-01T10:00:00Z', kph: 42.5, attributes: { fuelL: 31.5, alarm: ['sos'] } });
  const at = (time: string) => admin.call('get-track-fix', { vehicleId, at: time });
  expect((await at('2026-02-01T09:59:59.999Z')).fix).toBeNull();
  expect((await at('2026-02-01T10:00:00Z')).fix).toEqual({
    time: '2026-02-01T10:00:00.000Z',
    lat: -34.9,
    lon: -56.2,
    speedKph: 42.5,
    courseDeg: 45,
    altitudeM: null,
    address: 'near -34.9 -56.2',
    attributes: { ignition: true, powerV: 12.4, fuelL: 31.5, alarm: ['sos'] },
  });
  expect((await at('2026-02-02T10:00:00Z')).fix).toMatchObject({ speedKph: 42.5 });
  expect((await at('2026-02-02T10:00:00.001Z')).fix).toBeNull();
});

test('series have the least and the greatest value of each part of the range', async () => {
  const { id: vehicleId, deviceId } = await vehicleWithDevice();
  await addFix({ deviceId, time: '2026-02-01T00:00:00Z', kph: 10, attributes: { fuelL: 30, door: true, tag: 'x' } });
  await addFix({ deviceId, time: '2026-02-01T05:59:59Z', kph: 50, flags: 3, attributes: { fuelL: 'broken' } });
  await addFix({ deviceId, time: '2026-02-01T23:59:59Z', kph: 20, attributes: { fuelL: 28, door: false } });
  const { keys } = await admin.call('get-track-keys', { vehicleId, ...DAY });
  expect(keys).toEqual([
    { key: 'speed', kind: 'number' },
    { key: 'ignition', kind: 'flag' },
    { key: 'powerV', kind: 'number' },
    { key: 'door', kind: 'flag' },
    { key: 'fuelL', kind: 'number' },
  ]);
  const wanted = ['speed', 'ignition', 'fuelL', 'door', "no'such"];
  const answer = await admin.call('get-track-series', { vehicleId, ...DAY, keys: wanted, buckets: 4 });
  expect(answer).toEqual({
    status: 200,
    bucketMs: 6 * 3_600_000,
    holeMs: 300_000,
    series: [
      { key: 'speed', min: [10, null, null, 20], max: [50, null, null, 20] },
      { key: 'ignition', min: [0, null, null, 1], max: [1, null, null, 1] },
      { key: 'fuelL', min: [30, null, null, 28], max: [30, null, null, 28] },
      { key: 'door', min: [1, null, null, 0], max: [1, null, null, 0] },
      { key: "no'such", min: [null, null, null, null], max: [null, null, null, null] },
    ],
  });
});

const addSeen = async (registration: string, row: Omit<Row, 'deviceId'> | null) => {
  const { deviceId } = await vehicleWithDevice(registration);
  if (row) await addFix({ deviceId, ...row });
  await addFix({ deviceId, time: '2026-02-01T12:00:01Z' });
};

test('the fleet at a past moment: each vehicle at its last fix before, by status', async () => {
  const at = '2026-02-01T12:00:00Z';
  await addSeen('A running', { time: '2026-02-01T11:59:50Z', kph: 5 });
  await addSeen('B idle', { time: '2026-02-01T11:59:50Z', kph: 4.9 });
  // Its ignition wire is on as well, as in a parked truck with a live wire, but it did not idle.
  await addSeen('C stopped', { time: '2026-02-01T11:00:00Z' });
  await fixture.database.query(
    `INSERT INTO idles (installation_id, key, confirmed_at, vehicle_id, started_at, duration_s, lat, lon)
     SELECT i.id, 'idle:1', $1, v.id, $1, 60, 0, 0 FROM vehicles v JOIN installations i ON i.vehicle_id = v.id
     WHERE v.registration = 'B idle'`,
    ['2026-02-01T11:50:00Z'],
  );
  await addSeen('D inactive', { time: '2026-02-01T10:59:59Z', kph: 50 });
  await addSeen('D silent', { time: '2026-02-01T11:27:00Z', kph: 22 });
  await addSeen('E long ago', { time: '2026-01-31T12:00:00Z' });
  await addSeen('E a month ago', { time: '2026-01-01T08:00:00Z' });
  const silent = await vehicleWithDevice('E silent since');
  await fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, attributes, tracking)
     VALUES ($1, $2, $2, $2, -349000000, -562000000, 500, 7, '{}', '{}')`,
    [silent.deviceId, '2026-01-20T08:00:00Z'],
  );
  await addSeen('F not yet', null);
  const { vehicles } = await admin.call('get-fleet-at', { at });
  expect(vehicles?.map(({ registration, status, fix }) => [registration, status, fix?.time ?? null])).toEqual([
    ['A running', 'running', '2026-02-01T11:59:50.000Z'],
    ['B idle', 'idle', '2026-02-01T11:59:50.000Z'],
    ['C stopped', 'stopped', '2026-02-01T11:00:00.000Z'],
    ['D inactive', 'inactive', '2026-02-01T10:59:59.000Z'],
    ['D silent', 'silent', '2026-02-01T11:27:00.000Z'],
    // The last fix is more than a day or more than a month old. Vehicles are listed however old it is.
    ['E a month ago', 'inactive', '2026-01-01T08:00:00.000Z'],
    ['E long ago', 'inactive', '2026-01-31T12:00:00.000Z'],
    ['E silent since', 'inactive', '2026-01-20T08:00:00.000Z'],
    ['F not yet', 'inactive', null],
  ]);
  expect((await admin.call('get-fleet-at', { at: '2025-12-31T00:00:00Z' })).vehicles).toEqual([]);
});

test('speeds use the chosen factor in track, fix, series, file and past', async () => {
  const { id: vehicleId, deviceId } = await vehicleWithDevice();
  await fixture.database.query('UPDATE installations SET speed_factor = 3.6 WHERE vehicle_id = $1', [vehicleId]);
  const time = '2026-02-01T10:00:00Z';
  await addFix({ deviceId, time, kph: 10 });
  expect((await admin.call('get-track', { vehicleId, ...DAY })).track?.speeds).toEqual([360]);
  expect((await admin.call('get-track-fix', { vehicleId, at: time })).fix?.speedKph).toBe(36);
  const series = await admin.call('get-track-series', { vehicleId, ...DAY, keys: ['speed'], buckets: 1 });
  expect(series.series).toMatchObject([{ max: [36] }]);
  const file = await admin.call('get-track-file', { vehicleId, ...DAY, format: 'geojson' });
  expect(file.text).toContain('"speedKph":36');
  expect((await admin.call('get-fleet-at', { at: time })).vehicles?.[0]?.fix?.speedKph).toBe(36);
});

test('a gap has the length set by the organisation, in track, series and file', async () => {
  const { id: vehicleId, deviceId } = await vehicleWithDevice();
  for (const minute of ['00', '10']) await addFix({ deviceId, time: `2026-02-01T10:${minute}:00Z` });
  const readGaps = async () => {
    const { track } = await admin.call('get-track', { vehicleId, ...DAY });
    const { holeMs } = await admin.call('get-track-series', { vehicleId, ...DAY, keys: ['speed'], buckets: 1 });
    const { text } = await admin.call('get-track-file', { vehicleId, ...DAY, format: 'gpx' });
    return { breaks: track?.breaks, holeMs, segments: text?.match(/<trkseg>/g)?.length };
  };
  expect(await readGaps()).toEqual({ breaks: [1], holeMs: 300_000, segments: 2 });
  await fixture.database.query(`UPDATE organisations SET tracking_settings = '{"holeS": 600}'`);
  expect(await readGaps()).toEqual({ breaks: [], holeMs: 600_000, segments: 1 });
  await fixture.database.query(`UPDATE organisations SET tracking_settings = '{}'`);
});

test('an exported track is in the audit log, once for all its pieces, whichever is requested first', async () => {
  const { id: vehicleId } = await vehicleWithDevice();
  const take = (more: Record<string, unknown> = {}) =>
    admin.call('get-track-file', { vehicleId, ...DAY, format: 'gpx', ...more });
  const log = async () =>
    (await admin.call('get-audit-list', { subject: 'export', subjectId: String(vehicleId) })).rows?.map(({ after }) => [
      after?.['track'],
      after?.['from'],
    ]);
  await take({ cursor: '1.1.1' });
  await take();
  expect(await log()).toEqual([['gpx', '2026-02-01T00:00:00.000Z']]);
  await take({ format: 'csv' });
  expect(await log()).toHaveLength(2);
});

test('an export contains every fix once, whatever the size of its pieces', async () => {
  const { id, deviceId } = await vehicleWithDevice();
  for (let i = 0; i < 10; i++) {
    await addFix({ deviceId, time: `2026-02-01T10:00:0${Math.floor(i / 2)}Z`, hash: i % 2, kph: i });
  }
  const file = async (size: number) => {
    const range = { from: new Date(DAY.from), to: new Date(DAY.to) };
    let [text, cursor]: [string, string | null] = ['', null];
    do {
      const fixAt = { ...range, format: 'geojson' as const, timeZone: 'UTC', cursor, organisationId: 1 };
      const piece = await exportPiece(fixture.database, { id, registration: 'SBA 1' }, fixAt, size);
      text += piece.text;
      cursor = piece.next;
    } while (cursor !== null);
    return text;
  };
  const whole = await file(100);
  const parsed: { features: { properties: { speedKph: number } }[] } = JSON.parse(whole);
  expect(parsed.features.map(({ properties }) => properties.speedKph)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const size of [1, 3, 5, 10]) expect(await file(size)).toBe(whole);
  const answer = await admin.call('get-track-file', { vehicleId: id, ...DAY, format: 'geojson' });
  expect(answer).toEqual({ status: 200, text: whole, fixes: 10, next: null, reached: null });
});

test('a long export is read and written in parts, with the same file as result', async () => {
  const { id, deviceId } = await vehicleWithDevice();
  await fixture.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT $1, at, n, at, n, n, 100, 0, 1 FROM generate_series(1, 4300) n, LATERAL (SELECT '2026-02-01'::timestamptz + n * interval '1 s' AS at) t`,
    [deviceId],
  );
  const range = { from: new Date(DAY.from), to: new Date(DAY.to), timeZone: 'UTC', organisationId: 1 };
  for (const format of ['csv', 'gpx'] as const) {
    const readPiece = (cursor: string | null, size?: number) =>
      exportPiece(fixture.database, { id, registration: 'SBA 1' }, { ...range, format, cursor }, size);
    const whole = await readPiece(null);
    expect(whole).toMatchObject({ fixes: 4300, next: null });
    const lats = [...whole.text.matchAll(format === 'csv' ? /Z,([\d.]+),/g : /lat="([\d.]+)"/g)];
    expect(lats.map(([, lat]) => Math.round(Number(lat) * 1e7))).toEqual(
      Array.from({ length: 4300 }, (_, at) => at + 1),
    );
    const first = await readPiece(null, 2999);
    const rest = await readPiece(first.next);
    expect(first.text + rest.text).toBe(whole.text);
    // A gap ends a segment; the parts of the file do not.
    expect(whole.text.match(/<trkseg>/g) ?? []).toHaveLength(format === 'gpx' ? 1 : 0);
  }
});

test('a file states the range on the clock of the person, and names its time zone', async () => {
  const { id: vehicleId } = await vehicleWithDevice();
  const head = async () => (await admin.call('get-track-file', { vehicleId, ...DAY, format: 'gpx' })).text;
  await fixture.database.query(`UPDATE organisations SET time_zone = 'America/Montevideo'`);
  expect(await head()).toContain('<name>SBA 1 2026-01-31 21:00:00 – 2026-02-01 21:00:00 America/Montevideo</name>');
  await fixture.database.query(`UPDATE users SET time_zone = 'Asia/Kolkata'`);
  expect(await head()).toContain('<name>SBA 1 2026-02-01 05:30:00 – 2026-02-02 05:30:00 Asia/Kolkata</name>');
  await fixture.database.query(`UPDATE users SET time_zone = ''`);
  await fixture.database.query(`UPDATE organisations SET time_zone = 'UTC'`);
});

describe('sensors', () => {
  const reading = { calibration: null, min: null, max: null, inverse: false, capacityL: null, from: null };
  const TANK = [
    { raw: 0, value: 0 },
    { raw: 5, value: 100 },
  ];
  async function vehicleWithSensors() {
    const { id, deviceId } = await vehicleWithDevice();
    const add = (name: string, kind: string, unit: string, version: object) =>
      fixture.database.query(
        `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, versions)
         SELECT organisation_id, id, $2, $3, $4, $5 FROM vehicles WHERE id = $1`,
        [id, name, kind, unit, JSON.stringify([{ ...reading, ...version }])],
      );
    await add('Tank', 'fuelLevel', 'L', { source: { attribute: 'analog1V' }, calibration: TANK });
    await add('Load door', 'door', '', { source: { attribute: 'input2' } });
    await add('Weight', 'weight', 'kg', { source: { expression: 'analog2V * 1000' }, smoothingS: 60 });
    const reported = [
      ['10:00:00', { analog1V: 1, input2: false, analog2V: 1 }],
      ['10:00:20', { analog1V: 2, input2: true, analog2V: 5 }],
      ['10:00:40', { input2: true, analog2V: 2, gear: 3 }],
    ] as const;
    for (const [time, attributes] of reported) await addFix({ deviceId, time: `2026-02-01T${time}Z`, attributes });
    return id;
  }

  test('are charted by their tables, under their names, and the attributes that they read are marked as raw', async () => {
    const vehicleId = await vehicleWithSensors();
    const { keys, notDrawn } = await admin.call('get-track-keys', { vehicleId, ...DAY });
    expect(keys?.filter(({ sensor }) => sensor)).toEqual([
      {
        key: 'sensor:Load door',
        kind: 'flag',
        sensor: { name: 'Load door', kind: 'door', unit: '', normalMin: null, normalMax: null },
      },
      {
        key: 'sensor:Tank (L)',
        kind: 'number',
        sensor: { name: 'Tank', kind: 'fuelLevel', unit: 'L', normalMin: null, normalMax: null },
      },
      {
        key: 'sensor:Weight (kg)',
        kind: 'number',
        sensor: { name: 'Weight', kind: 'weight', unit: 'kg', normalMin: null, normalMax: null },
      },
    ]);
    expect(keys?.flatMap(({ key, raw }) => (raw ? [key] : []))).toEqual(['analog1V', 'analog2V', 'input2']);
    expect(notDrawn).toEqual([]);
    const fixAt = {
      vehicleId,
      from: '2026-02-01T10:00:00Z',
      to: '2026-02-01T10:01:00Z',
      keys: ['sensor:Tank (L)', 'sensor:Load door', 'sensor:Weight (kg)'],
      buckets: 2,
    };
    const { series } = await admin.call('get-track-series', fixAt);
    // 1 V is 20 L, 2 V is 40 L; the weights are 1000, 5000, 2000 kg: their medians 1000, 3000, 2000.
    expect(series).toEqual([
      { key: 'sensor:Tank (L)', min: [20, null], max: [40, null] },
      { key: 'sensor:Load door', min: [0, 1], max: [1, 1] },
      { key: 'sensor:Weight (kg)', min: [1000, 2000], max: [3000, 2000] },
    ]);
  });

  test('are charted for a long range, except those evaluated report by report, which are named', async () => {
    const vehicleId = await vehicleWithSensors();
    const long = { vehicleId, from: '2026-01-20T00:00:00Z', to: DAY.to };
    const { keys, notDrawn } = await admin.call('get-track-keys', long);
    expect([keys?.flatMap(({ sensor }) => sensor?.name ?? []), notDrawn]).toEqual([['Load door', 'Tank'], ['Weight']]);
  });

  test('have their last values up to a fix, each with its time; raw attributes are listed', async () => {
    const vehicleId = await vehicleWithSensors();
    const { sensors, raw } = await admin.call('get-track-fix', { vehicleId, at: '2026-02-01T10:00:45Z' });
    expect(sensors).toMatchObject([
      { name: 'Load door', kind: 'door', value: true, at: '2026-02-01T10:00:40.000Z' },
      { name: 'Tank', unit: 'L', value: 40, at: '2026-02-01T10:00:20.000Z' },
      { name: 'Weight', unit: 'kg', value: 2000, at: '2026-02-01T10:00:40.000Z' },
    ]);
    expect(raw?.toSorted()).toEqual(['analog2V', 'input2']);
  });

  test('are searched in at most the last 2000 reports up to a fix, in slices of the event loop', async () => {
    const vehicleId = await vehicleWithSensors();
    await fixture.database.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
       SELECT device_id, fix_time + i * interval '1 ms', i, received_at, lat, lon, 0, 45, 7, jsonb_build_object('input2', i = 1)
       FROM positions CROSS JOIN generate_series(1, 1998) i WHERE fix_time = '2026-02-01T10:00:40Z'`,
    );
    const fixAt = (at: string) => admin.call('get-track-fix', { vehicleId, at });
    const { sensors } = await fixAt('2026-02-01T10:00:41.998Z');
    // Among the 2000 are the two readings of 5000 and 2000 kg: their median is between them.
    expect(sensors?.map(({ name, value }) => [name, value])).toEqual([
      ['Load door', false],
      ['Tank', 40],
      ['Weight', 3500],
    ]);
    await addFix({ deviceId: await deviceOf(vehicleId), time: '2026-02-01T10:00:42Z' });
    let ticks = 0;
    let isOver = false;
    const count = () => {
      ticks += 1;
      if (!isOver) setImmediate(count);
    };
    // Each report takes longer than a slice may.
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    let clock = performance.timeOrigin;
    now.mockImplementation(() => (clock += 10));
    setImmediate(count);
    const late = await fixAt('2026-02-01T10:00:42Z');
    isOver = true;
    expect(late.sensors?.map(({ name }) => name)).toEqual(['Load door', 'Weight']);
    expect(ticks).toBeGreaterThanOrEqual(2000);
  });

  test('have columns in a file, the same whatever the size of its pieces', async () => {
    const vehicleId = await vehicleWithSensors();
    const range = { from: new Date(DAY.from), to: new Date(DAY.to) };
    const file = async (size: number) => {
      let [text, cursor]: [string, string | null] = ['', null];
      do {
        const fixAt = { ...range, format: 'csv' as const, timeZone: 'UTC', cursor, organisationId: 1 };
        const piece = await exportPiece(fixture.database, { id: vehicleId, registration: 'SBA 1' }, fixAt, size);
        [text, cursor] = [text + piece.text, piece.next];
      } while (cursor !== null);
      return text;
    };
    const rows = (await file(100)).split('\r\n').map((line) => line.split(',').slice(13, 16));
    expect(rows.slice(0, 4)).toEqual([
      ['Load door', 'Tank (L)', 'Weight (kg)'],
      ['closed', '20', '1000'],
      ['open', '40', '3000'],
      ['open', '', '2000'],
    ]);
    expect(await file(1)).toBe(await file(100));
  });
});
