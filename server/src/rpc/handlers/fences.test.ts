import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { circle, type FenceFixture, fenceFixture } from '../../testing/fence-fixture.ts';
import { addOrganisation } from '../../testing/organisations.ts';

let fixture: FenceFixture;
let admin: FenceFixture['admin'];
let published: FenceFixture['published'];
let save: FenceFixture['save'];
let rulesOf: FenceFixture['rulesOf'];
let putInside: FenceFixture['putInside'];
let raiseAlarm: FenceFixture['raiseAlarm'];

beforeAll(async () => {
  fixture = await fenceFixture();
  ({ admin, published, save, rulesOf, putInside, raiseAlarm } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.clear());

describe('saving a geofence', () => {
  test('stores every field, announces the change to tracking, and returns the area', async () => {
    const groupId = (await admin.call('save-group', { name: 'North' })).group?.id;
    const vehicleId = (await admin.call('save-vehicle', { registration: 'SBA 1' })).vehicle?.id;
    // A vehicle concerns tracking as well.
    published.length = 0;
    const schedule = [[{ fromMin: 480, toMin: 1080 }], [], [], [], [], [], []];
    const answer = await admin.call('save-fence', {
      name: '  Depot  ',
      description: 'Gate on the left',
      colour: '#c0306b',
      tags: ['yard', 'own', 'yard'],
      shape: circle,
      speedLimitKph: 20,
      betweenFixes: true,
      schedule,
      vehicleIds: [vehicleId],
      groupIds: [groupId],
      alarmEnter: true,
      alarmDwellS: 3600,
      alarmSeverity: 'major',
    });
    expect(answer.status).toBe(200);
    expect(answer.fence).toMatchObject({
      organisationId: 1,
      name: 'Depot',
      description: 'Gate on the left',
      colour: '#c0306b',
      tags: ['yard', 'own'],
      shape: circle,
      speedLimitKph: 20,
      betweenFixes: true,
      schedule,
      vehicleIds: [vehicleId],
      groupIds: [groupId],
      vehicles: [{ id: vehicleId, name: 'SBA 1' }],
      groups: [{ id: groupId, name: 'North' }],
      alarmEnter: true,
      alarmExit: false,
      alarmDwellS: 3600,
      alarmSeverity: 'major',
    });
    // pi times 250 m squared.
    expect(answer.fence?.areaM2).toBeCloseTo(196_349.5, 0);
    expect(published).toEqual([{ name: 'tracking-changed', event: { organisationId: 1 } }]);
    expect((await admin.call('get-fence-by-id', { id: answer.fence?.id })).fence).toEqual(answer.fence);
  });

  test('creates a rule for each alarm, for the vehicles of the geofence, and changes or ends it with the form', async () => {
    const id = await save({ alarmEnter: true, alarmExit: true });
    const common = { severity: 'minor', all_vehicles: true, vehicle_ids: [], channels: { bell: true }, schedule: null };
    expect(await rulesOf(id)).toEqual([
      { ...common, condition: { kind: 'geofenceEnter', fenceIds: [id] }, name: 'Entered Depot' },
      { ...common, condition: { kind: 'geofenceExit', fenceIds: [id] }, name: 'Left Depot' },
    ]);
    const vehicleId = (await admin.call('save-vehicle', { registration: 'SBA 1' })).vehicle?.id;
    const before = await fixture.database.query<{ id: number }>('SELECT min(id) AS id FROM alarm_rules');
    await save({ id, alarmEnter: true, alarmDwellS: 600, alarmSeverity: 'critical', vehicleIds: [vehicleId] });
    const now = { ...common, severity: 'critical', all_vehicles: false, vehicle_ids: [vehicleId] };
    expect(await rulesOf(id)).toEqual([
      { ...now, condition: { kind: 'geofenceDwell', fenceIds: [id], afterS: 600 }, name: 'Stayed in Depot' },
      { ...now, condition: { kind: 'geofenceEnter', fenceIds: [id] }, name: 'Entered Depot' },
    ]);
    // The remaining rule is the same record, with its alarms.
    const { rows } = await fixture.database.query(
      `SELECT id FROM alarm_rules WHERE condition ->> 'kind' = 'geofenceEnter' AND deleted_at IS NULL`,
    );
    expect(rows).toEqual(before.rows);
  });

  test('switching an alarm off clears what it raised, with a line that states it', async () => {
    const id = await save({ alarmEnter: true });
    const inside = await putInside(id);
    const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM alarm_rules');
    const alarmId = await raiseAlarm(rows[0]?.id ?? 0, String(id), inside);
    await save({ id, alarmEnter: false });
    const cleared = await fixture.database.query(
      `SELECT a.cleared_at IS NOT NULL AS cleared, h.username, h.reason_code AS why FROM alarms a
       JOIN alarm_handling h ON h.alarm_id = a.id WHERE a.id = $1`,
      [alarmId],
    );
    expect(cleared.rows).toEqual([{ cleared: true, username: 'admin', why: 'geofenceAlarmOff' }]);
  });

  test.each([
    [
      'crosses itself',
      {
        kind: 'polygon',
        rings: [
          [
            { lat: 0, lon: 0 },
            { lat: 2, lon: 2 },
            { lat: 0, lon: 2 },
            { lat: 2, lon: 0 },
          ],
        ],
      },
      'The outline crosses or touches itself at 1.00000, 1.00000. Move a corner so that it does not.',
    ],
    ['is 1 m wide', { ...circle, radiusM: 1 }, 'The radius must be 10 m to 500 km.'],
    ['is none', { kind: 'star' }, 'The shape must be a circle, a polygon or a corridor with its corners.'],
  ])('refuses a shape that %s, with a message', async (_what, shape, message) => {
    const answer = await admin.call('save-fence', { name: 'Depot', shape });
    expect(answer).toMatchObject({ status: 422, message: `shape: ${message}`, fields: { shape: message } });
    expect((await admin.call('get-fence-list')).total).toBe(0);
  });

  test('applies only to vehicles and groups of its organisation, and belongs to one within reach', async () => {
    const branch = await addOrganisation(fixture.database, 'Branch');
    const vehicleId = (await admin.call('save-vehicle', { registration: 'SBA 1' })).vehicle?.id;
    const refused = await admin.call('save-fence', {
      name: 'Yard',
      shape: circle,
      organisationId: branch,
      vehicleIds: [vehicleId],
    });
    expect(Object.keys(refused.fields ?? {})).toEqual(['vehicleIds']);
    const groups = await admin.call('save-fence', { name: 'Yard', shape: circle, groupIds: [999_999] });
    expect(Object.keys(groups.fields ?? {})).toEqual(['groupIds']);
    const { fence } = await admin.call('save-fence', { name: 'Yard', shape: circle, organisationId: branch });
    expect([fence?.organisationId, fence?.organisationName]).toEqual([branch, 'Branch']);
    const nowhere = await admin.call('save-fence', { name: 'Yard', shape: circle, organisationId: 999_999 });
    expect(Object.keys(nowhere.fields ?? {})).toEqual(['organisationId']);
  });

  test('is written to the audit log, only the changes', async () => {
    const id = await save();
    await save({ id, speedLimitKph: 30 });
    const { rows } = await fixture.database.query(
      `SELECT action, before, after FROM audit_log WHERE subject = 'fence' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(id)],
    );
    expect(rows).toEqual([{ action: 'change', before: { speedLimitKph: null }, after: { speedLimitKph: 30 } }]);
  });
});

test('tags are added and removed; too many are refused by name', async () => {
  const ids = [await save({ name: 'A', tags: ['x'] }), await save({ name: 'B', tags: ['y'] })];
  expect(await admin.call('tag-fences', { ids, add: ['z', 'y'], remove: ['x'] })).toEqual({ status: 200 });
  const list = await admin.call('get-fence-list');
  expect(list.rows?.map((row) => row.tags)).toEqual([
    ['z', 'y'],
    ['y', 'z'],
  ]);
  const many = Array.from({ length: 11 }, (_, index) => `t${index}`);
  const refused = await admin.call('tag-fences', { ids, add: many });
  expect(refused).toMatchObject({ status: 422, fields: { add: '“A” would have more than 12 tags.' } });
});

test('places are found by name, as the city calls them', async () => {
  const rows = [{ name: 'Av. Italia, Buceo', lat: -34.89, lon: -56.13 }];
  fixture.services.places.find = (typed, most) => Promise.resolve(typed === 'italia' && most > 0 ? rows : []);
  expect(await admin.call('get-named-places', { text: ' italia ' })).toEqual({ status: 200, rows });
  expect((await admin.call('get-named-places', { text: '' })).status).toBe(422);
});

test('an alarm of a geofence that is switched off among the rules is a change of the geofence, and of no other part of a rule', async () => {
  const id = await save({ alarmEnter: true });
  const read = async () => (await admin.call('get-fence-by-id', { id })).fence;
  const opened = await read();
  const { rows: rules } = await fixture.database.query<{ id: number }>(
    'SELECT id FROM alarm_rules WHERE fence_id = $1',
    [id],
  );
  const { rule } = await admin.call('get-alarm-rule-by-id', { id: rules[0]?.id });
  const channels = { ...rule?.channels, mail: true };
  const input = { ...rule, vehicleIds: [], groupIds: [], channels };
  expect((await admin.call('save-alarm-rule', input)).status).toBe(200);
  expect((await read())?.version).toBe(opened?.version);

  await admin.call('set-alarm-rule-enabled', { id: rule?.id, enabled: false });
  expect(await read()).toMatchObject({ alarmEnter: false, version: (opened?.version ?? 0) + 1 });
  // A person who had the geofence open does not enable the alarm again unknowingly.
  const late = { ...opened, name: 'Depot 2' };
  expect(await admin.call('save-fence', late)).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  expect(await rulesOf(id)).toEqual([]);
});
