import { newMotion } from '@milepost/tracking/motion';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let vehicleId: number;
let of: Awaited<ReturnType<typeof addTracked>>;
const published: string[] = [];
beforeAll(async () => {
  fixture = await httpFixture();
  fixture.services.bus.subscribe('tracking-changed', () => published.push('tracking-changed'));
  admin = await fixture.signedIn();
  of = await addTracked(fixture.database, { registration: 'SBA 1001' });
  ({ vehicleId } = of);
  await fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, attributes, tracking)
     SELECT device_id, now(), now(), now(), 0, 0, 0, 1, $2, $3 FROM installations WHERE id = $1`,
    [of.installationId, { analog1V: 2, input1: true, fuelPercent: 40 }, { motion: newMotion() }],
  );
});
afterAll(() => fixture.close());

const TANK = [
  { raw: 0.5, value: 0 },
  { raw: 2, value: 100 },
  { raw: 4.5, value: 400 },
];
const tank = {
  name: 'Main tank',
  kind: 'fuelLevel',
  source: 'attribute',
  attribute: 'analog1V',
  calibration: TANK,
} as const;
/** The moment from which the facts of the vehicle must be recomputed; undefined when they need not be. */
const marked = async () => {
  const { rows } = await fixture.database.query<{ at: string }>(
    `DELETE FROM late_marks WHERE installation_id = $1 RETURNING to_char(late_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at`,
    [of.installationId],
  );
  return rows[0]?.at;
};

test('a sensor evaluates the newest message by its table', async () => {
  const { sensor } = await admin.call('save-sensor', { vehicleId, ...tank });
  expect(sensor).toMatchObject({ name: 'Main tank', unit: 'L', calibration: TANK, earlier: 0, version: 1 });
  const now = await admin.call('get-vehicle-sensors', { vehicleId });
  expect(now.sensors).toMatchObject([{ name: 'Main tank', raw: 2, value: 100, profile: null }]);
  expect(now.attributes).toEqual(
    expect.arrayContaining([
      { name: 'analog1V', value: 2 },
      { name: 'input1', value: true },
    ]),
  );
  expect(published).toEqual(['tracking-changed']);
});

test('a normal range is shown beside the value everywhere, and is copied into a profile', async () => {
  const other = await addTracked(fixture.database, { registration: 'SBA 1002' });
  const range = { kind: 'other', unit: 'bar', normalMin: 0.5, normalMax: 1.5 } as const;
  const definition = { source: 'attribute', attribute: 'analog1V' } as const;
  const { sensor } = await admin.call('save-sensor', {
    vehicleId: other.vehicleId,
    name: 'Pressure',
    ...range,
    ...definition,
  });
  expect(sensor).toMatchObject({ normalMin: 0.5, normalMax: 1.5 });
  const changed = { id: sensor?.id, version: sensor?.version, name: 'Pressure', ...range, ...definition, normalMax: 2 };
  expect((await admin.call('save-sensor', changed)).sensor).toMatchObject({ normalMax: 2, earlier: 0 });
  const shown = { name: 'Pressure', normalMin: 0.5, normalMax: 2 };
  expect((await admin.call('get-vehicle-now', { id: other.vehicleId })).sensors).toContainEqual(
    expect.objectContaining(shown),
  );
  expect((await admin.call('get-vehicle-sensors', { vehicleId: other.vehicleId })).sensors).toContainEqual(
    expect.objectContaining(shown),
  );
  expect((await admin.call('get-alarm-rule-choices', {})).sensors).toContainEqual(
    expect.objectContaining({ name: 'Pressure', normalMin: 0.5, normalMax: 2 }),
  );
  const { profile } = await admin.call('save-sensor-profile', { name: 'Of it', vehicleId: other.vehicleId });
  expect(profile?.sensors).toContainEqual(expect.objectContaining({ name: 'Pressure', normalMin: 0.5, normalMax: 2 }));
  await admin.call('delete-sensor-profile', { id: profile?.id ?? 0 });
  await admin.call('delete-sensor', { id: sensor?.id ?? 0 });
  // A boolean sensor has no normal range.
  const door = {
    vehicleId: other.vehicleId,
    name: 'Hatch',
    kind: 'door',
    source: 'attribute',
    attribute: 'input1',
    normalMax: 1,
  } as const;
  const hatch = await admin.call('save-sensor', door);
  expect(hatch.sensor).toMatchObject({ normalMin: null, normalMax: null });
  await admin.call('delete-sensor', { id: hatch.sensor?.id ?? 0 });
  published.length = 0;
});

test('a fault of a definition is reported at its place', async () => {
  const save = async (more: object) =>
    (await admin.call('save-sensor', { vehicleId, ...tank, name: 'Other', ...more })).faults;
  expect(await save({ attribute: '' })).toMatchObject({ attribute: { code: 'sensor-attribute' } });
  expect(await save({ calibration: [TANK[0], { raw: 0.5, value: 10 }] })).toMatchObject({
    'calibration.1.raw': { code: 'calibration-order' },
  });
  expect(await save({ calibration: [...TANK, { raw: 5, value: 300 }] })).toMatchObject({
    'calibration.3.value': { code: 'calibration-turns' },
  });
  expect(await save({ calibration: [TANK[0]] })).toMatchObject({ 'calibration.0.raw': { code: 'calibration-least' } });
  expect(await save({ min: 10, max: 10 })).toMatchObject({ max: { code: 'highest-above-lowest' } });
  expect(await save({ source: 'expression', expression: 'analog1V +' })).toMatchObject({
    expression: { code: 'expression-unreadable', params: { at: 11 } },
  });
  expect(await save({ source: 'expression', expression: '[1].all(x, true)' })).toMatchObject({
    expression: { code: 'expression-not-allowed' },
  });
  expect(await save({ name: 'MAIN TANK' })).toMatchObject({ name: { code: 'sensor-name' } });
  expect(await save({ countsFrom: 'moment' })).toMatchObject({ moment: { code: 'choose-moment' } });
  const nobody = await admin.call('save-sensor', { ...tank, name: 'Nowhere' });
  expect(nobody.status).toBe(422);
});

const attempt = (expression: string) =>
  admin.call('get-sensor-trial', { vehicleId, kind: 'temperature', source: 'expression', expression });

test('a definition is tried on the newest message before it is saved', async () => {
  expect(await attempt('analog1V * 20 + 3')).toMatchObject({ raw: 43, value: 43, fault: null });
  expect(await attempt('analog1V / 0')).toMatchObject({ raw: null, value: null, fault: null });
  expect(await attempt('analog1V +')).toMatchObject({ value: null, fault: { code: 'expression-unreadable' } });
});

test('a smoothed sensor shows the median of the previous reports, now and in the trial', async () => {
  const { rows } = await fixture.database.query<{ now: Date; deviceId: number }>(
    'SELECT fix_time AS now, device_id AS "deviceId" FROM device_states WHERE device_id = (SELECT device_id FROM installations WHERE id = $1)',
    [of.installationId],
  );
  const [state] = rows;
  if (!state) throw new Error('a device');
  const { now, deviceId } = state;
  // 20, 30 and 90% within the minute, 0% before it, oldest first.
  for (const [secondsAgo, analog1V] of [
    [100, 0],
    [40, 20],
    [20, 90],
    [0, 30],
  ] as const) {
    await fixture.database.query(
      `INSERT INTO positions (device_id, fix_time, received_at, lat, lon, speed_dkph, course_deg, flags, report_hash, attributes)
       VALUES ($1, $2, now(), 0, 0, 0, 0, 1, $3, $4)`,
      [deviceId, new Date(now.getTime() - secondsAgo * 1000), secondsAgo, { analog1V }],
    );
  }
  const humidity = { kind: 'humidity', source: 'attribute', attribute: 'analog1V', min: 1, smoothingS: 60 } as const;
  const trial = await admin.call('get-sensor-trial', { vehicleId, ...humidity });
  // The last message alone reads 2; the median of the three within the minute is 30.
  expect(trial).toMatchObject({ raw: 2, value: 2, smoothed: 30 });
  expect(await admin.call('get-sensor-trial', { vehicleId, ...humidity, smoothingS: null })).toMatchObject({
    value: 2,
    smoothed: null,
  });
  expect(trial.values?.map(({ value, smoothed }) => [value, smoothed])).toEqual([
    [20, 20],
    [90, 55],
    [30, 30],
  ]);
  const { sensor } = await admin.call('save-sensor', { vehicleId, name: 'Damp', ...humidity });
  expect(sensor).toMatchObject({ smoothingS: 60 });
  const read = await admin.call('get-vehicle-sensors', { vehicleId });
  expect(read.sensors?.find(({ name }) => name === 'Damp')).toMatchObject({ raw: 2, value: 30 });
  await admin.call('delete-sensor', { id: sensor?.id ?? 0 });
  await fixture.database.query('DELETE FROM positions WHERE device_id = $1', [deviceId]);
  const wrong = await admin.call('save-sensor', { vehicleId, name: 'Damp', ...humidity, smoothingS: 0 });
  expect(wrong.faults).toMatchObject({ smoothingS: { code: 'at-least' } });
});

test('another definition applies from its moment on; with one in the past the facts are recomputed', async () => {
  const { sensors = [] } = await admin.call('get-vehicle-sensors', { vehicleId });
  const [sensor] = sensors;
  if (!sensor) throw new Error('a sensor');
  const { id, version } = sensor;
  const { profile: _profile, raw: _raw, value: _value, from: _from, earlier: _earlier, ...fields } = sensor;
  await marked();
  const later = await admin.call('save-sensor', { ...fields, id, version, calibration: [], countsFrom: 'now' });
  expect(later.sensor).toMatchObject({ earlier: 1, calibration: [], version: 2 });
  expect(await marked()).toBeUndefined();
  const stale = await admin.call('save-sensor', { ...fields, id, version });
  expect(stale).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  const since = { countsFrom: 'moment', moment: '2026-11-01T10:00:00Z' } as const;
  await admin.call('save-sensor', { ...fields, id, version: 2, min: 1, ...since });
  expect(await marked()).toBe('2026-11-01 10:00');
  const always = await admin.call('save-sensor', { ...fields, id, version: 3, countsFrom: 'always' });
  expect(always.sensor).toMatchObject({ earlier: 0, from: null, calibration: TANK });
  expect(await marked()).toBe('2026-01-01 00:00');
});

test('a profile gives its sensors to vehicles, and an own one of the same name takes precedence', async () => {
  const profileId = (await admin.call('save-sensor-profile', { name: 'Trucks' })).profile?.id ?? 0;
  const door = { name: 'Back door', kind: 'door', source: 'attribute', attribute: 'input1', inverse: true } as const;
  await admin.call('save-sensor', { profileId, ...door });
  await admin.call('save-sensor', { profileId, ...tank, calibration: [] });
  await marked();
  expect(await admin.call('apply-sensor-profile', { profileId, vehicleIds: [vehicleId], past: true })).toMatchObject({
    changed: 1,
  });
  expect(await marked()).toBe('2026-01-01 00:00');
  const now = await admin.call('get-vehicle-sensors', { vehicleId });
  expect(now.profile).toEqual({ id: profileId, name: 'Trucks' });
  expect(now.sensors?.map(({ name, value, profile }) => [name, value, profile?.name])).toEqual([
    ['Back door', false, 'Trucks'],
    ['Main tank', 100, undefined],
  ]);
  const { rows = [] } = await admin.call('get-sensor-profile-list');
  expect(rows).toMatchObject([
    { name: 'Trucks', vehicles: 1, sensors: [{ name: 'Back door' }, { name: 'Main tank' }] },
  ]);
  await admin.call('delete-sensor-profile', { id: profileId });
  expect((await admin.call('get-vehicle-sensors', { vehicleId })).sensors).toHaveLength(1);
  await admin.call('restore-sensor-profile', { id: profileId });
  expect((await admin.call('get-vehicle-sensors', { vehicleId })).sensors).toHaveLength(2);
});

test('a profile is created from the own sensors of a vehicle, as they are evaluated now', async () => {
  const { sensors: own = [] } = await admin.call('get-vehicle-sensors', { vehicleId });
  const logged = async () => (await admin.call('get-audit-list', { subject: 'sensor', action: 'create' })).total ?? 0;
  const before = await logged();
  const { profile } = await admin.call('save-sensor-profile', { name: 'Like this one', vehicleId });
  // The sensor of the vehicle's profile is not one of the vehicle's own.
  expect(own.map(({ name }) => name)).toEqual(['Back door', 'Main tank']);
  expect(profile?.sensors.map(({ name }) => name)).toEqual(['Main tank']);
  const { calibration, unit } = own[1] ?? {};
  expect(profile).toMatchObject({ vehicles: 0, sensors: [{ calibration, unit, from: null, earlier: 0 }] });
  expect(await logged()).toBe(before + 1);
  await admin.call('delete-sensor-profile', { id: profile?.id });
});

test('a profile stays in its organisation, and people who see some vehicles cannot change it', async () => {
  const branch = await addOrganisation(fixture.database, 'Branch', 1);
  const theirs = await addTracked(fixture.database, { registration: 'BR 1', organisationId: branch });
  const { rows = [] } = await admin.call('get-sensor-profile-list');
  const profileId = rows[0]?.id ?? 0;
  const refused = await admin.call('apply-sensor-profile', { profileId, vehicleIds: [theirs.vehicleId] });
  expect(refused.faults).toMatchObject({ vehicleIds: { code: 'profile-organisation' } });
  const grants = { vehicles: ['view', 'edit'] } as const;
  await addUser(fixture.database, { username: 'few', password: 'pass-word', organisationId: 1, grants });
  await fixture.database.query(`UPDATE users SET limited = true, limit_vehicle_ids = $1 WHERE username = 'few'`, [
    [vehicleId],
  ]);
  const few = await fixture.signedIn('few', 'pass-word');
  expect((await few.call('save-sensor', { profileId, ...tank, name: 'X' })).status).toBe(404);
  expect((await few.call('save-sensor', { vehicleId, ...tank, name: 'Second tank' })).status).toBe(200);
});

test('a deleted sensor is gone and can be restored', async () => {
  const { sensors = [] } = await admin.call('get-vehicle-sensors', { vehicleId });
  const id = sensors.find(({ name }) => name === 'Second tank')?.id ?? 0;
  await admin.call('delete-sensor', { id });
  expect((await admin.call('get-vehicle-sensors', { vehicleId })).sensors).toHaveLength(2);
  expect((await admin.call('restore-sensor', { id })).sensor).toMatchObject({ name: 'Second tank' });
});
