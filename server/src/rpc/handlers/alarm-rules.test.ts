import type { AlarmCondition, AlarmKind } from '@milepost/contract/alarm-condition';
import type { AlarmCondition as TrackingCondition } from '@milepost/tracking/alarm-rule';
import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAlarm, addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
const published: { name: string; event: unknown }[] = [];
const ADMIN = 1;
const FAST = { name: 'Fast', condition: { kind: 'overspeed', limitKph: 90 }, allVehicles: true };

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  for (const name of ['tracking-changed', 'alarm-cleared', 'alarms-changed'] as const) {
    fixture.services.bus.subscribe(name, (event) => published.push({ name, event }));
  }
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'alarm_rules', 'vehicles', 'devices', 'vehicle_groups', 'positions');
  published.length = 0;
});

const save = async (input: Record<string, unknown> = {}) => {
  const answer = await admin.call('save-alarm-rule', { ...FAST, ...input });
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  if (!answer.rule) throw new Error('no rule');
  return answer.rule;
};

const WEEK = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ fromMin: 480, toMin: 1080 }] : []));
const CONDITIONS: AlarmCondition[] = [
  { kind: 'overspeed', limitKph: null },
  { kind: 'overspeed', limitKph: 82.5 },
  { kind: 'overStay', afterS: 7200 },
  { kind: 'idling', afterS: 600 },
  { kind: 'geofenceEnter', fenceIds: null },
  { kind: 'geofenceExit', fenceIds: null },
  { kind: 'geofenceDwell', fenceIds: null, afterS: 1800 },
  { kind: 'noData', afterS: 3600 },
  { kind: 'roadSpeed', overKph: 10 },
  { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null },
  { kind: 'device', codes: ['powerCut'], clearCodes: ['powerRestored'], clearAfterS: 600 },
  { kind: 'unauthorisedMovement', workingHours: WEEK },
  { kind: 'tow' },
  { kind: 'temperature', attribute: 'temperature1C', minC: -22, maxC: -15.5 },
  { kind: 'lowBattery', belowPercent: 20 },
  { kind: 'fuelDrop', dropL: 15, withinS: 600, clearAfterS: 3600 },
  { kind: 'driverWithoutTag', afterS: 120 },
  { kind: 'sensor', name: 'Cold room', unit: '°C', min: null, max: 8.5, on: null, afterS: 600 },
  { kind: 'sensor', name: 'Door', unit: '', min: null, max: null, on: true, afterS: 0 },
  {
    kind: 'sensor',
    name: 'Cold room',
    unit: '°C',
    min: 2,
    max: 8,
    on: null,
    afterS: 600,
    hysteresis: 0.5,
    driving: true,
    fenceIds: null,
  },
  { kind: 'temperature', attribute: 'temperature1C', minC: null, maxC: 8, afterS: 600, hysteresisC: 1 },
  { kind: 'tripStart' },
  { kind: 'tripEnd' },
  { kind: 'ignitionOn' },
  { kind: 'ignitionOff' },
];

/** The kinds of tracking: one that the contract lacks does not compile. */
const KINDS: Record<TrackingCondition['kind'], AlarmKind> = {
  overspeed: 'overspeed',
  roadSpeed: 'roadSpeed',
  overStay: 'overStay',
  idling: 'idling',
  geofenceEnter: 'geofenceEnter',
  geofenceExit: 'geofenceExit',
  geofenceDwell: 'geofenceDwell',
  noData: 'noData',
  device: 'device',
  unauthorisedMovement: 'unauthorisedMovement',
  tow: 'tow',
  temperature: 'temperature',
  lowBattery: 'lowBattery',
  fuelDrop: 'fuelDrop',
  routeDeviation: 'routeDeviation',
  driverWithoutTag: 'driverWithoutTag',
  sensor: 'sensor',
  notInArea: 'notInArea',
  tripStart: 'tripStart',
  tripEnd: 'tripEnd',
  ignitionOn: 'ignitionOn',
  ignitionOff: 'ignitionOff',
};

test('every kind is covered here, those that need a geofence below', () => {
  const held = new Set(CONDITIONS.map(({ kind }) => kind));
  expect(Object.values(KINDS).filter((kind) => !held.has(kind))).toEqual(['routeDeviation', 'notInArea']);
});

test('a route is a geofence of the organisation, named in the list', async () => {
  const shape = {
    kind: 'corridor',
    line: [
      { lat: -34.9, lon: -56.2 },
      { lat: -34.8, lon: -56.2 },
    ],
    halfWidthM: 100,
  };
  const { fence } = await admin.call('save-fence', { name: 'Ruta 5', shape });
  const condition = { kind: 'routeDeviation', fenceIds: [fence?.id], afterS: 300 };
  expect(await save({ condition })).toMatchObject({ condition, fences: [{ id: fence?.id, name: 'Ruta 5' }] });
});

test('the place where it must be at a time is a geofence of the organisation, on at least one day', async () => {
  const shape = { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 100 };
  const { fence } = await admin.call('save-fence', { name: 'Depot', shape });
  const there = { kind: 'notInArea', fenceIds: [fence?.id], atMin: 480, weekdays: [0, 4], toleranceS: 900 };
  expect(await save({ condition: there })).toMatchObject({ condition: there, fences: [{ name: 'Depot' }] });
  const door = { kind: 'sensor', name: 'Door', unit: '', min: null, max: null, on: true, afterS: 0 };
  const away = { ...door, fenceIds: [fence?.id] };
  expect(await save({ condition: away })).toMatchObject({ condition: away, fences: [{ name: 'Depot' }] });
  const never = await admin.call('save-alarm-rule', { ...FAST, condition: { ...there, weekdays: [] } });
  expect(never.fields).toEqual({ 'condition.weekdays': 'Choose at least one weekday.' });
});

test.each(CONDITIONS)('$kind is returned as saved', async (condition) => {
  const { id } = await save({ condition, schedule: WEEK, severity: 'minor', coolDownS: 60 });
  const { rule } = await admin.call('get-alarm-rule-by-id', { id });
  expect(rule).toMatchObject({ condition, schedule: WEEK, severity: 'minor', coolDownS: 60, enabled: true });
  expect(published).toEqual([{ name: 'tracking-changed', event: { organisationId: 1 } }]);
});

test.each([
  [{ condition: { kind: 'overspeed', limitKph: 0 } }, 'condition.limitKph', 'Use 1 or more.'],
  [{ condition: { kind: 'nothing' } }, 'condition', 'Choose the event for this rule.'],
  [
    { condition: { kind: 'device', codes: [], clearCodes: [], clearAfterS: null } },
    'condition.codes',
    'Choose what the device reports.',
  ],
  [
    { condition: { kind: 'temperature', attribute: 'temperature1C', minC: 8, maxC: 2 } },
    'condition.maxC',
    'The highest must be above the lowest.',
  ],
  [{ condition: { kind: 'geofenceEnter', fenceIds: [4] } }, 'condition.fenceIds', 'This geofence is not available.'],
  [{ allVehicles: false }, 'vehicleIds', 'Choose the vehicles for this rule.'],
  [{ allVehicles: false, vehicleIds: [77] }, 'vehicleIds', 'These vehicles are not available.'],
  [{ channels: { userIds: [77] } }, 'channels.userIds', 'This person cannot be notified of alarms.'],
])('%j is refused at the field', async (input, field, message) => {
  const answer = await admin.call('save-alarm-rule', { ...FAST, ...input });
  expect(answer.status).toBe(422);
  expect(answer.fields).toMatchObject({ [field]: message });
});

test('a rule whose vehicles were removed reports it, and can still be edited', async () => {
  const { vehicleId } = await addTrackedVehicle(fixture.database, 1, 'SBA 1');
  const rule = await save({ allVehicles: false, vehicleIds: [vehicleId] });
  expect(rule).toMatchObject({ vehicleCount: 1, vehicles: [{ id: vehicleId, name: 'SBA 1' }] });
  await admin.call('delete-vehicle', { id: vehicleId });
  const { rows } = await admin.call('get-alarm-rule-list');
  expect(rows?.[0]).toMatchObject({ vehicleCount: 0, vehicles: [] });
  const otherVehicle = await addTrackedVehicle(fixture.database, 1, 'SBA 2');
  const changed = await save({ id: rule.id, allVehicles: false, vehicleIds: [vehicleId, otherVehicle.vehicleId] });
  expect(changed).toMatchObject({ id: rule.id, vehicleCount: 1, vehicles: [{ name: 'SBA 2' }] });
});

async function withAlarms() {
  const { database } = fixture;
  const rule = await save();
  const one = await addTrackedVehicle(database, 1, 'SBA 1');
  const other = await addTrackedVehicle(database, 1, 'SBA 2');
  const seed = { ruleId: rule.id, severity: 'major' as const, startedAt: '2026-01-05T10:00:00Z' };
  const ids = [await addAlarm(database, { ...one, ...seed }), await addAlarm(database, { ...other, ...seed })];
  published.length = 0;
  return { rule, one, other, ids };
}
const stateOf = async (ids: number[]) => {
  const { rows } = await fixture.database.query<{ cleared: boolean; by: number | null; why: string | null }>(
    `SELECT cleared_at IS NOT NULL AS cleared, cleared_by AS by, h.reason_code AS why FROM alarms a
     LEFT JOIN alarm_handling h ON h.alarm_id = a.id WHERE a.id = ANY($1) ORDER BY a.id`,
    [ids],
  );
  return rows;
};

describe('the active alarms of a rule', () => {
  test('are cleared in the name of the person who switches it off', async () => {
    const { rule, one, other, ids } = await withAlarms();
    await admin.call('set-alarm-rule-enabled', { id: rule.id, enabled: false });
    const cleared = { cleared: true, by: ADMIN, why: 'ruleOff' };
    expect(await stateOf(ids)).toEqual([cleared, cleared]);
    expect(published).toEqual([
      { name: 'tracking-changed', event: { organisationId: 1 } },
      { name: 'alarm-cleared', event: { installationId: one.installationId } },
      { name: 'alarm-cleared', event: { installationId: other.installationId } },
      {
        name: 'alarms-changed',
        event: {
          alarms: [one, other].map(({ vehicleId }, index) => ({ id: ids[index], vehicleId, organisationId: 1 })),
        },
      },
    ]);
  });

  test('are cleared when it is deleted, and stay cleared when that is undone', async () => {
    const { rule, ids } = await withAlarms();
    await admin.call('delete-alarm-rule', { id: rule.id });
    expect((await admin.call('get-alarm-rule-list')).rows).toEqual([]);
    expect((await admin.call('restore-alarm-rule', { id: rule.id })).rule).toMatchObject({
      name: 'Fast',
      activeAlarms: 0,
    });
    expect((await stateOf(ids)).map(({ cleared }) => cleared)).toEqual([true, true]);
  });

  test('are cleared for vehicles that were removed from the rule; the others stay', async () => {
    const { rule, one, ids } = await withAlarms();
    const { activeAlarms } = await save({ id: rule.id, allVehicles: false, vehicleIds: [one.vehicleId] });
    expect(activeAlarms).toBe(1);
    expect((await stateOf(ids)).map(({ cleared }) => cleared)).toEqual([false, true]);
  });
});

test('recipients above whom a branch does not see are preserved when the branch saves', async () => {
  const { database } = fixture;
  const branch = await addOrganisation(database, `Branch ${Date.now()}`);
  const username = `branch-${branch}`;
  const grants = { 'alarm-rules': ['view', 'edit'], alarms: ['view'] } as const;
  const own = await addUser(database, { username, password: 'pass-word', organisationId: branch, grants });
  const rule = await save({ organisationId: branch, channels: { userIds: [ADMIN, own] } });
  expect(rule.people.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([ADMIN, own]);
  const browser = await fixture.signedIn(username, 'pass-word');
  const seen = (await browser.call('get-alarm-rule-by-id', { id: rule.id })).rule;
  expect(seen?.channels.userIds).toEqual([own]);
  const saved = await browser.call('save-alarm-rule', { ...FAST, id: rule.id, channels: { userIds: [] } });
  expect(saved.rule?.channels.userIds).toEqual([]);
  expect((await admin.call('get-alarm-rule-by-id', { id: rule.id })).rule?.channels.userIds).toEqual([ADMIN]);
});

const MINUTE = 60_000;
/** A drive north of 40 min at 60 km/h two days ago, with two faster parts of so many minutes. */
async function addDrive(deviceId: number, faster: [number, number][]) {
  const start = Math.floor(Date.now() / MINUTE) * MINUTE - 2 * 86_400_000;
  const rows = Array.from({ length: 80 }, (_, index) => {
    const minute = index / 2;
    const fast = faster.some(([from, to]) => minute >= from && minute < to);
    return {
      at: new Date(start + minute * MINUTE).toISOString(),
      lat: -34.9 + index * 0.0045,
      dkph: fast ? 1000 : 600,
    };
  });
  await fixture.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT $1, p.at, row_number() OVER (), p.at, round(p.lat * 1e7)::int, -562000000, p.dkph, 0, 7
     FROM jsonb_to_recordset($2) p(at timestamptz, lat float8, dkph int)`,
    [deviceId, JSON.stringify(rows)],
  );
  return start;
}
const draft = { condition: FAST.condition, allVehicles: true, coolDownS: 0 };
const totalOf = async (change: object) => (await admin.call('get-alarm-rule-dry-run', { ...draft, ...change })).total;

describe('a dry run', () => {
  test('shows what the rule would have raised, by vehicle and time', async () => {
    const one = await addTrackedVehicle(fixture.database, 1, 'SBA 1');
    await addTrackedVehicle(fixture.database, 1, 'SBA 2');
    const start = await addDrive(one.deviceId, [
      [10, 12],
      [20, 25],
    ]);
    const answer = await admin.call('get-alarm-rule-dry-run', draft);
    expect(answer).toMatchObject({ status: 200, total: 2, vehicles: 2, looked: 2, positions: 80, stoppedBy: null });
    const of = { vehicleId: one.vehicleId, registration: 'SBA 1', value: 100, count: 1 };
    expect(answer.rows).toMatchObject([
      {
        ...of,
        start: new Date(start + 20 * MINUTE).toISOString(),
        clearedAt: new Date(start + 25 * MINUTE).toISOString(),
      },
      {
        ...of,
        start: new Date(start + 10 * MINUTE).toISOString(),
        clearedAt: new Date(start + 12 * MINUTE).toISOString(),
      },
    ]);
    const { rows } = await fixture.database.query('SELECT FROM alarms');
    expect(rows).toEqual([]);
  });

  test('respects the cool-down, the vehicles and the hours of the draft', async () => {
    const one = await addTrackedVehicle(fixture.database, 1, 'SBA 1');
    const other = await addTrackedVehicle(fixture.database, 1, 'SBA 2');
    await addDrive(one.deviceId, [
      [10, 12],
      [20, 25],
    ]);
    // Cleared at minute 12 and raised at minute 20: within ten minutes it is the same alarm.
    expect(await totalOf({ coolDownS: 600 })).toBe(1);
    expect(await totalOf({ coolDownS: 479 })).toBe(2);
    expect(await totalOf({ allVehicles: false, vehicleIds: [other.vehicleId] })).toBe(0);
    expect(await totalOf({ schedule: WEEK.map(() => []) })).toBe(0);
    expect(await totalOf({ condition: { kind: 'overspeed', limitKph: 100 } })).toBe(0);
    expect(await totalOf({ days: 1 })).toBe(0);
  });

  test('uses the limit of the organisation when the rule has none', async () => {
    const one = await addTrackedVehicle(fixture.database, 1, 'SBA 1');
    await addDrive(one.deviceId, [[10, 12]]);
    const condition = { kind: 'overspeed', limitKph: null };
    expect(DEFAULT_SETTINGS.speedLimitKph).toBeNull();
    expect((await admin.call('get-alarm-rule-dry-run', { ...draft, condition })).total).toBe(0);
    await fixture.database.query(`UPDATE organisations SET tracking_settings = '{"speedLimitKph": 80}' WHERE id = 1`);
    expect((await admin.call('get-alarm-rule-dry-run', { ...draft, condition })).total).toBe(1);
    await fixture.database.query(`UPDATE organisations SET tracking_settings = '{}' WHERE id = 1`);
  });

  test('without vehicles is refused', async () => {
    const answer = await admin.call('get-alarm-rule-dry-run', { ...draft, allVehicles: false });
    expect(answer.fields).toEqual({ vehicleIds: 'Choose the vehicles for this rule.' });
  });
});
