import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertAlarm, insertTrip } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let mine: Awaited<ReturnType<typeof addTracked>>;
let other: typeof mine;
let foreign: typeof mine;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const below = await addOrganisation(database, 'Below');
  const beside = await addOrganisation(database, 'Beside');
  mine = await addTracked(database, { organisationId: below, registration: 'MINE 1' });
  other = await addTracked(database, { organisationId: below, registration: 'MINE 2' });
  foreign = await addTracked(database, { organisationId: beside, registration: 'THEIRS' });
  await addUser(database, {
    username: 'viewer',
    password: 'pass-word',
    organisationId: below,
    grants: { charts: ['view'] },
  });
  admin = await fixture.signedIn('viewer', 'pass-word');
  const fixes = (deviceId: number, minutes: number[]) =>
    database.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags,
         power_mv, attributes)
       SELECT $1, t, 1, t, 1, 1, m * 10, 0, 1, 12000, '{"fuelL": 7}'
       FROM unnest($2::int[]) m, LATERAL (SELECT '2026-02-01T00:00:00Z'::timestamptz + m * interval '1 minute') AS at(t)`,
      [deviceId, minutes],
    );
  await fixes(mine.deviceId, [0, 1, 2, 10, 11]);
  await fixes(other.deviceId, [1]);
  await fixes(foreign.deviceId, [1]);
});
afterAll(() => fixture?.close());

const FROM = '2026-02-01T00:00:00Z';
const HOUR = { from: FROM, to: '2026-02-01T01:00:00Z' };
const at = (minute: number) => Date.parse(FROM) + minute * 60_000;

test('lists the reported attributes, how often and by how many', async () => {
  const { keys } = await admin.call('get-telemetry-keys', { vehicleIds: [mine.vehicleId, other.vehicleId], ...HOUR });
  expect(keys).toEqual(['fuelL', 'powerV', 'speed'].map((key) => ({ key, kind: 'number', values: 6, vehicles: 2 })));
});

test('shows each value when they fit, with gaps; an unreported attribute has no line', async () => {
  const answer = await admin.call('get-telemetry-series', {
    vehicleIds: [mine.vehicleId, other.vehicleId],
    ...HOUR,
    keys: ['fuelL', 'speed', "no'such"],
  });
  expect(answer).toMatchObject({
    status: 200,
    stepS: null,
    vehicles: [
      { vehicleId: mine.vehicleId, holes: [[at(2), at(10)]] },
      { vehicleId: other.vehicleId, holes: [] },
    ],
  });
  expect(answer.lines?.map(({ vehicleId, key, values }) => [vehicleId, key, values])).toEqual([
    [mine.vehicleId, 'fuelL', 5],
    [mine.vehicleId, 'speed', 5],
    [other.vehicleId, 'fuelL', 1],
    [other.vehicleId, 'speed', 1],
  ]);
  const times = [0, 1, 2, 10, 11].map(at);
  expect(answer.lines?.[1]).toMatchObject({ times, lows: [0, 1, 2, 10, 11], highs: [0, 1, 2, 10, 11] });
});

test('steps of a longer range have their length, and show only gaps of the requested attribute', async () => {
  const answer = await admin.call('get-telemetry-series', {
    vehicleIds: [mine.vehicleId],
    from: FROM,
    to: '2026-02-03T00:00:01Z',
    keys: ['fuelL'],
    steps: 2000,
  });
  expect(answer).toMatchObject({
    stepS: 120,
    vehicles: [{ holes: [[at(4), at(10)]] }],
    lines: [{ key: 'fuelL', values: 5, times: [at(0), at(2), at(10)], lows: [7, 7, 7] }],
  });
});

test.each([
  ['get-telemetry-keys', 400],
  ['get-telemetry-series', 400],
  ['get-telemetry-bands', 31],
] as const)('%s of ten years, or of no time, is refused at the field', async (route, days) => {
  const request = (to: string) => admin.call(route, { vehicleIds: [mine.vehicleId], keys: ['speed'], from: FROM, to });
  expect((await request('2036-02-01T00:00:00Z')).fields).toEqual({
    to: `Must be at most ${days} days after the start.`,
  });
  expect((await request(FROM)).fields).toEqual({ to: 'Must be after the start.' });
  expect((await request(new Date(at(days * 1440)).toISOString())).status).toBe(200);
});

test('a vehicle of another organisation is not found, alone or among the own', async () => {
  for (const route of ['get-telemetry-keys', 'get-telemetry-series', 'get-telemetry-bands'] as const) {
    const request = (vehicleIds: number[]) => admin.call(route, { vehicleIds, keys: ['speed'], ...HOUR });
    expect((await request([foreign.vehicleId])).status).toBe(404);
    expect((await request([mine.vehicleId, foreign.vehicleId])).status).toBe(404);
  }
  const { rows } = await admin.call('get-telemetry-vehicles', { vehicleIds: [foreign.vehicleId, mine.vehicleId] });
  expect(rows?.map(({ registration }) => registration)).toEqual(['MINE 1']);
});

test('fifty vehicles with ten attributes are refused with a message; as many lines as fit have fewer steps', async () => {
  const { rows } = await fixture.database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type)
     SELECT organisation_id, 'MORE ' || n, 'van' FROM vehicles, generate_series(1, 49) n WHERE id = $1 RETURNING id`,
    [mine.vehicleId],
  );
  const vehicleIds = [mine.vehicleId, ...rows.map(({ id }) => id)];
  const keys = ['speed', ...Array.from({ length: 9 }, (_, index) => `key${index}`)];
  const request = (most: number, to = HOUR.to) =>
    admin.call('get-telemetry-series', { vehicleIds, from: FROM, to, keys: keys.slice(0, most), steps: 2000 });
  expect((await request(10)).fields).toEqual({
    keys: 'A chart holds at most 60 lines. Choose fewer vehicles or fewer values.',
  });
  const answer = await request(1, '2026-02-16T00:00:00Z');
  // 60,000 points in 50 lines are 1,200 steps over 15 days: half-hour steps would fit, quarter-hour steps would not.
  expect([answer.stepS, answer.lines?.length]).toEqual([1800, 1]);
  const all = await admin.call('get-telemetry-keys', { vehicleIds: [...vehicleIds, other.vehicleId], ...HOUR });
  expect(all.status).toBe(422);
});

test('shows what it did meanwhile; alarms only with the permission to view them', async () => {
  const start = '2026-02-01T00:10:00.000Z';
  const end = '2026-02-01T00:20:00.000Z';
  await insertTrip(fixture.database, mine, { start, end, distanceM: 1000 });
  await insertAlarm(fixture.database, mine, { start, clearedAt: end });
  const request = (browser: TestBrowser) =>
    browser.call('get-telemetry-bands', { vehicleIds: [mine.vehicleId], ...HOUR });
  expect((await request(admin)).rows).toEqual([
    { vehicleId: mine.vehicleId, bands: [{ kind: 'driving', start, end }], alarms: [] },
  ]);
  const [row] = (await request(await fixture.signedIn())).rows ?? [];
  expect(row?.alarms).toMatchObject([{ ruleName: 'Too fast', severity: 'major', start, end }]);
});

test('a sensor is charted like an attribute: by its table, or by its expression for each report', async () => {
  const { database } = fixture;
  const tank = {
    source: { attribute: 'fuelL' },
    calibration: [
      { raw: 0, value: 0 },
      { raw: 10, value: 50 },
    ],
  };
  const volts = { source: { expression: 'powerV * 2 + fuelL' }, calibration: null };
  const rest = { min: null, max: null, inverse: false, capacityL: null, from: null };
  for (const [name, kind, unit, version] of [
    ['Tank', 'fuelLevel', 'L', tank],
    ['Sum', 'other', '', volts],
  ] as const) {
    await database.query(
      `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, versions)
       SELECT organisation_id, id, $2, $3, $4, $5 FROM vehicles WHERE id = $1`,
      [mine.vehicleId, name, kind, unit, JSON.stringify([{ ...version, ...rest }])],
    );
  }
  const vehicleIds = [mine.vehicleId, other.vehicleId];
  const { keys } = await admin.call('get-telemetry-keys', { vehicleIds, ...HOUR });
  expect(keys?.filter(({ key }) => key.startsWith('sensor:'))).toEqual([
    {
      key: 'sensor:Sum',
      kind: 'number',
      values: 6,
      vehicles: 1,
      sensor: { name: 'Sum', kind: 'other', unit: '', normalMin: null, normalMax: null },
    },
    {
      key: 'sensor:Tank (L)',
      kind: 'number',
      values: 6,
      vehicles: 1,
      sensor: { name: 'Tank', kind: 'fuelLevel', unit: 'L', normalMin: null, normalMax: null },
    },
  ]);
  // The attributes that they read are raw, whether by a table or in an expression.
  expect(keys?.flatMap(({ key, raw }) => (raw ? [key] : []))).toEqual(['fuelL', 'powerV']);
  const input = { vehicleIds, ...HOUR, keys: ['sensor:Tank (L)', 'sensor:Sum', 'sensor:Nobody'] };
  const { lines } = await admin.call('get-telemetry-series', input);
  const times = [0, 1, 2, 10, 11].map(at);
  const of = (key: string, value: number) => {
    const values = times.map(() => value);
    return { vehicleId: mine.vehicleId, key, values: 5, times, lows: values, highs: values };
  };
  expect(lines).toEqual([of('sensor:Tank (L)', 35), of('sensor:Sum', 31)]);
  const long = await admin.call('get-telemetry-series', { ...input, to: '2026-02-08T00:00:00Z' });
  expect(long.faults).toMatchObject({ keys: { code: 'sensor-range' } });
  const tanks = { ...input, keys: ['sensor:Tank (L)'], to: '2026-02-08T00:00:00Z' };
  const stepped = await admin.call('get-telemetry-series', tanks);
  expect(stepped.lines?.[0]?.highs.every((high) => high === 35)).toBe(true);
});

test('a smoothed sensor is charted report by report, with the readings from before the range', async () => {
  const { database } = fixture;
  await database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT $1, t, 1, t, 1, 1, 0, 0, 1, jsonb_build_object('analog1V', v)
     FROM unnest('{0,1,2,3,4}'::int[], '{10,90,12,14,16}'::int[]) AS one(m, v),
          LATERAL (SELECT '2026-03-01T00:00:00Z'::timestamptz + m * interval '1 minute') AS at(t)`,
    [other.deviceId],
  );
  const version = { source: { attribute: 'analog1V' }, calibration: null, min: null, max: null, inverse: false };
  await database.query(
    `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, versions)
     SELECT organisation_id, id, 'Axle', 'weight', 'kg', $2 FROM vehicles WHERE id = $1`,
    [other.vehicleId, JSON.stringify([{ ...version, capacityL: null, smoothingS: 180, from: null }])],
  );
  const { lines } = await admin.call('get-telemetry-series', {
    vehicleIds: [other.vehicleId],
    keys: ['sensor:Axle (kg)'],
    from: '2026-03-01T00:02:00Z',
    to: '2026-03-01T00:10:00Z',
  });
  // The medians of 10 90 12, of 90 12 14 and of 12 14 16.
  expect(lines?.[0]?.highs).toEqual([12, 14, 14]);
});
