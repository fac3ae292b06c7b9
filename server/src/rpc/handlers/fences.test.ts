import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
const told: unknown[] = [];

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  for (const name of ['tracking-changed', 'alarm-cleared', 'alarms-changed'] as const) {
    fixture.services.bus.subscribe(name, (event) => told.push({ name, event }));
  }
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.database.query('TRUNCATE geofences, vehicles, devices, vehicle_groups CASCADE');
  told.length = 0;
});

const circle = { kind: 'circle' as const, centre: { lat: -34.9, lon: -56.2 }, radiusM: 250 };
const square = {
  kind: 'polygon' as const,
  rings: [
    [
      { lat: 0, lon: 0 },
      { lat: 0, lon: 1 },
      { lat: 1, lon: 1 },
      { lat: 1, lon: 0 },
    ],
  ],
};
const save = async (input: Record<string, unknown> = {}) => {
  const { fence } = await admin.call('save-fence', { name: 'Depot', shape: circle, ...input });
  return fence?.id ?? 0;
};
const rulesOf = async (fenceId: number) => {
  const { rows } = await fixture.database.query(
    `SELECT condition, severity, all_vehicles, vehicle_ids, channels, schedule, name FROM alarm_rules
     WHERE fence_id = $1 AND deleted_at IS NULL AND enabled ORDER BY condition ->> 'kind'`,
    [fenceId],
  );
  return rows;
};

/** A vehicle with a device that is inside of a fence since ten minutes; returns the vehicle's and installation's ids. */
async function putInside(fenceId: number, registration = 'SBA 1') {
  const deviceId = (await admin.call('save-device', { identity: `d ${registration}`.replace(/ /g, '-') })).device?.id;
  const vehicleId = (await admin.call('save-vehicle', { registration, deviceId })).vehicle?.id ?? 0;
  const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
    vehicleId,
  ]);
  const installationId = rows[0]?.id ?? 0;
  await fixture.database.query(
    `INSERT INTO visits (installation_id, key, confirmed_at, vehicle_id, fence_id, started_at, duration_s, distance_m,
       entry_kph) VALUES ($1, 'visit', now(), $2, $3, now() - interval '10 min', 600, 0, 20)`,
    [installationId, vehicleId, fenceId],
  );
  told.length = 0;
  return { vehicleId, installationId };
}

async function raiseAlarm(
  ruleId: number,
  about: string,
  { vehicleId, installationId }: Awaited<ReturnType<typeof putInside>>,
) {
  const { rows } = await fixture.database.query<{ id: number }>(
    `INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, count, about,
       severity) VALUES ($1, $2, now(), $3, $4, now(), now(), 1, $5, 'minor') RETURNING id`,
    [installationId, `alarm:${ruleId}`, vehicleId, ruleId, about],
  );
  return rows[0]?.id ?? 0;
}

describe('saving a fence', () => {
  test('keeps every field, tells that tracking changed, and says the area', async () => {
    const groupId = (await admin.call('save-group', { name: 'North' })).group?.id;
    const vehicleId = (await admin.call('save-vehicle', { registration: 'SBA 1' })).vehicle?.id;
    const schedule = [[{ fromMin: 480, toMin: 1080 }], [], [], [], [], [], []];
    const answer = await admin.call('save-fence', {
      name: '  Depot  ',
      description: 'Gate on the left',
      colour: '#c0306b',
      tags: ['yard', 'own', 'yard'],
      shape: circle,
      speedLimitKph: 20,
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
    expect(told).toEqual([{ name: 'tracking-changed', event: { organisationId: 1 } }]);
    expect((await admin.call('get-fence-by-id', { id: answer.fence?.id })).fence).toEqual(answer.fence);
  });

  test('makes a rule for each alarm, for the vehicles of the fence, and changes or ends it with the form', async () => {
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
    // The rule that stays is the same one, with its alarms.
    const { rows } = await fixture.database.query(
      `SELECT id FROM alarm_rules WHERE condition ->> 'kind' = 'geofenceEnter' AND deleted_at IS NULL`,
    );
    expect(rows).toEqual(before.rows);
  });

  test('switching an alarm off clears what it raised, with a line that says so', async () => {
    const id = await save({ alarmEnter: true });
    const inside = await putInside(id);
    const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM alarm_rules');
    const alarmId = await raiseAlarm(rows[0]?.id ?? 0, String(id), inside);
    await save({ id, alarmEnter: false });
    const cleared = await fixture.database.query(
      `SELECT a.cleared_at IS NOT NULL AS cleared, h.username, h.text FROM alarms a
       JOIN alarm_handling h ON h.alarm_id = a.id WHERE a.id = $1`,
      [alarmId],
    );
    expect(cleared.rows).toEqual([
      { cleared: true, username: 'admin', text: 'This alarm of the geofence was switched off.' },
    ]);
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
  ])('refuses a shape that %s, in words', async (_what, shape, message) => {
    const answer = await admin.call('save-fence', { name: 'Depot', shape });
    expect(answer).toMatchObject({ status: 422, message: `shape: ${message}`, fields: { shape: message } });
    expect((await admin.call('get-fence-list')).total).toBe(0);
  });

  test('holds only for vehicles and groups of its organisation, and belongs to one within reach', async () => {
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

  test('is written to the audit log, what changed only', async () => {
    const id = await save();
    await save({ id, speedLimitKph: 30 });
    const { rows } = await fixture.database.query(
      `SELECT action, before, after FROM audit_log WHERE subject = 'fence' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(id)],
    );
    expect(rows).toEqual([{ action: 'change', before: { speedLimitKph: null }, after: { speedLimitKph: 30 } }]);
  });
});

describe('deleting fences', () => {
  test('ends visits and alarms about them in sight, stops their rules; undoing brings fence and rules back', async () => {
    const id = await save({ alarmEnter: true });
    const other = await save({ name: 'Other', alarmExit: true });
    const inside = await putInside(id);
    await fixture.database.query(
      `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
       VALUES (1, 'Any fence', '{"kind": "geofenceEnter", "fenceIds": null}', 'major', true)`,
    );
    const { rows: rules } = await fixture.database.query<{ id: number; fence_id: number | null }>(
      'SELECT id, fence_id FROM alarm_rules',
    );
    const own = rules.find((rule) => rule.fence_id === id)?.id ?? 0;
    const any = rules.find((rule) => rule.fence_id === null)?.id ?? 0;
    const alarms = [await raiseAlarm(own, String(id), inside), await raiseAlarm(any, String(id), inside)];

    expect(await admin.call('delete-fences', { ids: [id] })).toEqual({ status: 200, deleted: 1 });
    expect((await admin.call('get-fence-by-id', { id })).status).toBe(404);
    expect(await rulesOf(id)).toEqual([]);
    expect(await rulesOf(other)).toHaveLength(1);
    const visits = await fixture.database.query<{ ended: boolean; duration_s: number }>(
      'SELECT ended_at IS NOT NULL AS ended, duration_s FROM visits',
    );
    expect(visits.rows[0]?.ended).toBe(true);
    expect(visits.rows[0]?.duration_s).toBeGreaterThanOrEqual(600);
    const handled = await fixture.database.query<{ alarm_id: number; text: string }>(
      `SELECT alarm_id, text FROM alarm_handling JOIN alarms a ON a.id = alarm_id AND a.cleared_at IS NOT NULL
       ORDER BY alarm_id`,
    );
    expect(handled.rows).toEqual(alarms.map((alarm_id) => ({ alarm_id, text: 'The geofence was deleted.' })));
    expect(told[0]).toEqual({ name: 'tracking-changed', event: { organisationId: 1 } });
    expect(told).toContainEqual({ name: 'alarm-cleared', event: { installationId: inside.installationId } });

    expect(await admin.call('restore-fences', { ids: [id] })).toEqual({ status: 200, restored: 1 });
    expect((await admin.call('get-fence-by-id', { id })).fence?.alarmEnter).toBe(true);
    expect((await admin.call('restore-fences', { ids: [id] })).status).toBe(404);
  });

  test('of many at once, as one', async () => {
    const ids = [await save({ name: 'A' }), await save({ name: 'B' }), await save({ name: 'C' })];
    expect((await admin.call('delete-fences', { ids: [...ids.slice(0, 2), 999_999] })).deleted).toBe(2);
    expect((await admin.call('get-fence-list')).rows?.map((row) => row.name)).toEqual(['C']);
    const { rows } = await fixture.database.query(
      `SELECT before ->> 'name' AS name FROM audit_log WHERE subject = 'fence' AND action = 'delete' ORDER BY id DESC LIMIT 2`,
    );
    expect(new Set(rows.map((row) => row.name))).toEqual(new Set(['A', 'B']));
  });
});

test('tags are added and taken away; too many are refused by name', async () => {
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

describe('the lists', () => {
  test('search by name, description and tag, literally; filter by all of the tags; page and sort', async () => {
    await save({ name: 'North 100%', tags: ['yard', 'own'] });
    await save({ name: 'South', description: 'behind the mill', tags: ['yard'], shape: square });
    await save({ name: 'port', tags: ['customs'] });
    const names = async (input: Record<string, unknown>) =>
      (await admin.call('get-fence-list', input)).rows?.map((row) => row.name);
    expect(await names({})).toEqual(['North 100%', 'port', 'South']);
    expect(await names({ search: 'MILL' })).toEqual(['South']);
    expect(await names({ search: 'customs' })).toEqual(['port']);
    expect(await names({ search: '0%' })).toEqual(['North 100%']);
    expect(await names({ tags: ['yard'] })).toEqual(['North 100%', 'South']);
    expect(await names({ tags: ['yard', 'own'] })).toEqual(['North 100%']);
    expect(await names({ sort: 'areaM2', direction: 'desc', pageSize: 1 })).toEqual(['South']);
    const { rows } = await admin.call('get-fence-list', { search: 'South' });
    expect(rows?.[0]).toMatchObject({ kind: 'polygon', centre: { lat: 0.5, lon: 0.5 } });
  });

  test('the map gets every fence with its box; a long outline comes with fewer corners', async () => {
    await save({ shape: square });
    const rough = Array.from({ length: 3000 }, (_, index) => {
      const angle = (index / 3000) * 2 * Math.PI;
      return { lat: Math.sin(angle) / 10, lon: Math.cos(angle) / 10 };
    });
    await save({ name: 'Round', shape: { kind: 'polygon', rings: [rough] } });
    const { rows } = await admin.call('get-fence-map');
    expect(rows?.map((row) => [row.name, row.box.map((edge) => Number(edge.toFixed(6)))])).toEqual([
      ['Depot', [0, 0, 1, 1]],
      ['Round', [-0.1, -0.1, 0.1, 0.1]],
    ]);
    expect(rows?.[0]?.shape).toEqual(square);
    const drawn = rows?.[1]?.shape;
    // A circle to a 600th of its size: arcs of 0.163 rad, of which 39 go round.
    expect(drawn?.kind === 'polygon' && drawn.rings[0]?.length).toBeGreaterThan(38);
    expect(drawn?.kind === 'polygon' && drawn.rings[0]?.length).toBeLessThan(80);
    const { fence } = await admin.call('get-fence-by-id', { id: rows?.[1]?.id });
    expect(fence?.shape.kind === 'polygon' && fence.shape.rings[0]?.length).toBe(3000);
  });

  test('who is inside now, and how many visits there were today', async () => {
    const id = await save();
    const { vehicleId } = await putInside(id);
    await fixture.database.query(
      `INSERT INTO visits (installation_id, key, confirmed_at, vehicle_id, fence_id, started_at, ended_at, duration_s,
         distance_m, entry_kph)
       SELECT installation_id, key || age, now(), vehicle_id, fence_id, now() - age * interval '1 hour',
              now() - age * interval '1 hour' + interval '5 min', 300, 0, 0 FROM visits, unnest(ARRAY[5, 30]) age`,
    );
    const dayStart = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const now = await admin.call('get-fence-now', { id, dayStart });
    expect(now.inside).toEqual([{ vehicleId, registration: 'SBA 1', since: expect.any(String) }]);
    expect(now.visits).toBe(2);
    expect((await admin.call('get-fence-counts')).rows).toEqual([{ id, inside: 1 }]);
  });
});

const fences = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ name: `Stop ${from + index}`, shape: circle }));

describe('an import', () => {
  test('is taken as one, with a fault for each row that cannot be', async () => {
    const bad = [...fences(2), { name: '', shape: { ...circle, radiusM: 1 } }];
    const refused = await admin.call('import-fences', { fences: bad });
    expect(refused.fields).toEqual({
      'fences.2.name': 'Enter a value.',
      'fences.2.shape': 'The radius must be 10 m to 500 km.',
    });
    expect((await admin.call('get-fence-list')).total).toBe(0);
    const taken = await admin.call('import-fences', { fences: fences(2) });
    expect(taken.ids).toHaveLength(2);
    expect(told).toEqual([{ name: 'tracking-changed', event: { organisationId: 1 } }]);
  });

  test('in parts stays hidden until the last came, and a part that is missing ends it', async () => {
    const first = await admin.call('import-fences', { fences: fences(3), more: true });
    expect((await admin.call('get-fence-list')).total).toBe(0);
    expect(told).toEqual([]);
    // What is not whole yet can neither be restored nor deleted.
    expect((await admin.call('restore-fences', { ids: first.ids })).status).toBe(404);
    const lost = await admin.call('import-fences', { fences: fences(1, 3), earlier: [...(first.ids ?? []), 999_999] });
    expect(lost.status).toBe(409);
    expect((await admin.call('get-fence-list')).total).toBe(0);
    const whole = await admin.call('import-fences', { fences: fences(1, 3), earlier: first.ids });
    expect(whole.ids).toHaveLength(4);
    expect((await admin.call('get-fence-list')).total).toBe(4);
  });

  test('in parts has no rules either until the last came', async () => {
    const gate = { shape: circle, alarmEnter: true };
    const first = await admin.call('import-fences', { fences: [{ ...gate, name: 'Gate' }], more: true });
    const rules = async () => (await admin.call('get-alarm-rule-list')).rows?.map(({ name }) => name);
    expect(await rules()).toEqual([]);
    await admin.call('import-fences', { fences: [{ ...gate, name: 'Yard' }], earlier: first.ids });
    expect(await rules()).toEqual(['Entered Gate', 'Entered Yard']);
  });

  test('makes the rules of the alarms that it names', async () => {
    const { ids } = await admin.call('import-fences', { fences: [{ name: 'Gate', shape: circle, alarmEnter: true }] });
    expect(await rulesOf(ids?.[0] ?? 0)).toHaveLength(1);
    const { rows } = await admin.call('get-fence-records', { ids });
    expect(rows?.[0]?.alarmEnter).toBe(true);
  });
});

test('places are found by name, as the city knows them', async () => {
  const rows = [{ name: 'Av. Italia, Buceo', lat: -34.89, lon: -56.13 }];
  fixture.services.findPlaces = (typed, most) => (typed === 'italia' && most > 0 ? rows : []);
  expect(await admin.call('get-named-places', { text: ' italia ' })).toEqual({ status: 200, rows });
  expect((await admin.call('get-named-places', { text: '' })).status).toBe(422);
});
