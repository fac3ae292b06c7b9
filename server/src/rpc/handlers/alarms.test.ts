import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BusEvents } from '../../bus/bus.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { addAlarm, addRule, addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { fakePlaces } from '../../testing/fake-places.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let ana: TestBrowser;
let anaId: number;
let sister: number;
const published: { name: keyof BusEvents; event: unknown }[] = [];
beforeAll(async () => {
  fixture = await httpFixture({ places: fakePlaces((lat) => `street ${lat}`) });
  const { database, services } = fixture;
  admin = await fixture.signedIn();
  const { grants } = ADMINISTRATOR;
  anaId = await addUser(database, { username: 'Ana', password: 'pass-word', organisationId: 1, grants });
  ana = await fixture.signedIn('Ana', 'pass-word');
  sister = await addOrganisation(database, 'Sister');
  for (const name of ['alarm-cleared', 'alarms-changed'] as const) {
    services.bus.subscribe(name, (event) => published.push({ name, event }));
  }
});
afterAll(() => fixture.close());

const PORT = { lat: -34.9, lon: -56.2 };
let first: number;
let second: number;
let vehicle: Awaited<ReturnType<typeof addTrackedVehicle>>;
beforeEach(async () => {
  const { database } = fixture;
  await emptyTables(database, 'vehicles', 'devices', 'device_states', 'alarm_rules', 'notifications');
  published.length = 0;
  vehicle = await addTrackedVehicle(database, 1, 'SBA 1', PORT);
  const speeding = { name: 'Too fast', severity: 'major', condition: { kind: 'overspeed', limitKph: 90 } } as const;
  const ruleId = await addRule(database, 1, speeding);
  const seed = { ...vehicle, ruleId, severity: 'major', at: PORT } as const;
  first = await addAlarm(database, { ...seed, startedAt: '2026-02-01T10:00:00Z', value: 112 });
  second = await addAlarm(database, { ...seed, startedAt: '2026-02-01T09:00:00Z', clearedAt: '2026-02-01T09:05:00Z' });
});

const idsOf = async (input: Record<string, unknown>) =>
  (await admin.call('get-alarm-list', { direction: 'desc', ...input })).rows?.map(({ id }) => id);

describe('the list', () => {
  test('of a group contains the past of the group, and the open alarms of the vehicles in it now', async () => {
    const { database } = fixture;
    const [north = 0, south = 0] = await Promise.all(
      ['North', 'South'].map(async (name) => (await admin.call('save-group', { name })).group?.id),
    );
    for (const id of [north, south]) {
      await database.query('UPDATE vehicles SET group_id = $2 WHERE id = $1', [vehicle.vehicleId, id]);
    }
    // The vehicle moved from the north to the south on the morning of the 2nd, after both alarms.
    await database.query(`UPDATE vehicle_group_changes SET at = '2026-02-02T08:00:00Z' WHERE vehicle_id = $1`, [
      vehicle.vehicleId,
    ]);
    const { rows } = await database.query<{ ruleId: number }>('SELECT rule_id AS "ruleId" FROM alarms LIMIT 1');
    const seed = { ...vehicle, ruleId: rows[0]?.ruleId ?? 0, severity: 'major', at: PORT } as const;
    // A day belongs to the group at its end, as in reports.
    const sameDay = await addAlarm(database, {
      ...seed,
      startedAt: '2026-02-02T07:00:00Z',
      clearedAt: '2026-02-02T07:05:00Z',
    });
    expect(await idsOf({ groupId: north })).toEqual([second]);
    expect(await idsOf({ groupId: south })).toEqual([sameDay, first]);
    expect(await idsOf({ groupId: south, state: 'active' })).toEqual([first]);
    expect(await idsOf({ groupId: north, state: 'active' })).toEqual([]);
  });

  test('contains the known facts of an alarm, newest first', async () => {
    expect(await idsOf({})).toEqual([first, second]);
    const { rows, total } = await admin.call('get-alarm-list', { state: 'active' });
    expect(total).toBe(1);
    expect(rows).toEqual([
      {
        id: first,
        vehicleId: vehicle.vehicleId,
        registration: 'SBA 1',
        groupName: null,
        driverName: null,
        ruleId: expect.any(Number),
        ruleName: 'Too fast',
        kind: 'overspeed',
        severity: 'major',
        start: '2026-02-01T10:00:00.000Z',
        lastAt: '2026-02-01T10:00:00.000Z',
        clearedAt: null,
        clearedBy: null,
        acknowledgedAt: null,
        acknowledgedBy: null,
        reasonCode: null,
        assigneeId: null,
        assigneeName: null,
        count: 1,
        place: PORT,
        address: 'street -34.9',
        value: 112,
        measures: 'speed',
        unit: '',
        deviceClock: null,
        fenceName: null,
        limitKph: 90,
        code: null,
      },
    ]);
  });

  test('is filtered by state, acknowledgement, severity, vehicle, text and range', async () => {
    expect(await idsOf({ state: 'cleared' })).toEqual([second]);
    expect(await idsOf({ acknowledged: true })).toEqual([]);
    expect(await idsOf({ acknowledged: false, severities: ['major', 'minor'] })).toEqual([first, second]);
    expect(await idsOf({ severities: ['critical'] })).toEqual([]);
    expect(await idsOf({ vehicleIds: [vehicle.vehicleId] })).toEqual([first, second]);
    expect(await idsOf({ vehicleIds: [vehicle.vehicleId + 1] })).toEqual([]);
    expect(await idsOf({ search: 'sba1' })).toEqual([first, second]);
    expect(await idsOf({ search: 'too FAST' })).toEqual([first, second]);
    expect(await idsOf({ search: 'fast  sba1' })).toEqual([first, second]);
    expect(await idsOf({ search: 'sba1 slow' })).toEqual([]);
    expect(await idsOf({ search: 'slow' })).toEqual([]);
    // The end of a range is excluded.
    expect(await idsOf({ from: '2026-02-01T09:00:00Z', to: '2026-02-01T10:00:00Z' })).toEqual([second]);
  });

  test('filters my alarms, and unassigned ones', async () => {
    await admin.call('handle-alarm', { ids: [first], action: 'assign', assigneeId: anaId });
    expect((await ana.call('get-alarm-list', { assignee: 'me' })).rows?.map(({ id }) => id)).toEqual([first]);
    expect(await idsOf({ assignee: 'me' })).toEqual([]);
    expect(await idsOf({ assignee: 'nobody' })).toEqual([second]);
  });

  test('puts the most severe first when sorted by severity', async () => {
    const ruleId = await addRule(fixture.database, 1, {
      name: 'SOS',
      severity: 'critical',
      condition: { kind: 'device' },
    });
    const critical = await addAlarm(fixture.database, {
      ...vehicle,
      ruleId,
      severity: 'critical',
      startedAt: '2026-01-01T00:00:00Z',
      about: 'sos',
    });
    expect(await idsOf({ sort: 'severity', direction: 'asc' })).toEqual([critical, first, second]);
    expect((await admin.call('get-alarm', { id: critical })).alarm).toMatchObject({
      code: 'sos',
      place: null,
      address: null,
    });
  });
});

describe('handling', () => {
  test('an acknowledgement is announced everywhere, and the second of two people learns of the first', async () => {
    const handled = await ana.call('handle-alarm', {
      ids: [first],
      action: 'acknowledge',
      reasonCode: 'driverContacted',
      note: ' Slowed down. ',
    });
    expect(handled).toMatchObject({ status: 200, skipped: [], alarms: [{ id: first, acknowledgedBy: 'Ana' }] });
    expect(published).toEqual([
      {
        name: 'alarms-changed',
        event: { alarms: [{ id: first, vehicleId: vehicle.vehicleId, organisationId: 1 }] },
      },
    ]);
    expect(await admin.call('handle-alarm', { ids: [first], action: 'acknowledge' })).toMatchObject({
      status: 409,
      message: 'Ana has already acknowledged this alarm.',
    });
    const { history } = await admin.call('get-alarm', { id: first });
    expect(history).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        username: 'Ana',
        action: 'acknowledge',
        reasonCode: 'driverContacted',
        assignee: null,
        text: 'Slowed down.',
      },
    ]);
    const audit = await admin.call('get-audit-list', { subject: 'alarm', subjectId: String(first) });
    expect(audit.rows).toMatchObject([
      {
        username: 'Ana',
        action: 'acknowledge',
        before: { acknowledged: false, reason: null },
        after: { acknowledged: true, reason: 'driverContacted', note: 'Slowed down.' },
      },
    ]);
  });

  test('of two people at the same moment one wins', async () => {
    const answers = await Promise.all(
      [admin, ana].map((one) => one.call('handle-alarm', { ids: [first], action: 'acknowledge' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await admin.call('get-alarm', { id: first })).history).toHaveLength(1);
  });

  test('only the person who acknowledged may revoke it', async () => {
    await ana.call('handle-alarm', { ids: [first], action: 'acknowledge' });
    expect((await admin.call('handle-alarm', { ids: [first], action: 'unacknowledge' })).status).toBe(409);
    const back = await ana.call('handle-alarm', { ids: [first], action: 'unacknowledge' });
    expect(back.alarms).toMatchObject([{ acknowledgedAt: null, acknowledgedBy: null, reasonCode: null }]);
  });

  test('clearing needs a reason, notifies tracking, and acknowledges', async () => {
    expect(await ana.call('handle-alarm', { ids: [first], action: 'clear' })).toMatchObject({
      status: 422,
      fields: { reasonCode: 'Choose a reason.' },
    });
    const cleared = await ana.call('handle-alarm', { ids: [first], action: 'clear', reasonCode: 'falseAlarm' });
    expect(cleared.alarms).toMatchObject([{ clearedBy: 'Ana', acknowledgedBy: 'Ana', reasonCode: 'falseAlarm' }]);
    expect(published[0]).toEqual({ name: 'alarm-cleared', event: { installationId: vehicle.installationId } });
    const { rows } = await fixture.database.query(
      'SELECT cleared_at = cleared_by_hand_at AS same FROM alarms WHERE id = $1',
      [first],
    );
    expect(rows).toEqual([{ same: true }]);
    expect(await admin.call('handle-alarm', { ids: [first], action: 'clear', reasonCode: 'test' })).toMatchObject({
      status: 409,
      message: 'Ana has already cleared this alarm.',
    });
  });

  test('clearing covers the last report of a device whose clock is ahead', async () => {
    const { database } = fixture;
    await database.query("UPDATE alarms SET last_at = now() + interval '5 minutes' WHERE id = $1", [first]);
    await ana.call('handle-alarm', { ids: [first], action: 'clear', reasonCode: 'falseAlarm' });
    const { rows } = await database.query(
      'SELECT cleared_by_hand_at >= last_at AS covered, cleared_at = cleared_by_hand_at AS same FROM alarms WHERE id = $1',
      [first],
    );
    expect(rows).toEqual([{ covered: true, same: true }]);
  });

  test('of several, the impossible ones are reported, and the others done', async () => {
    const both = await ana.call('handle-alarm', { ids: [first, second, 999_999], action: 'clear', reasonCode: 'test' });
    expect(both.alarms?.map(({ id }) => id)).toEqual([first]);
    expect(both.skipped).toEqual([
      { id: 999_999, fault: { code: 'no-alarm' } },
      { id: second, fault: { code: 'alarm-cleared-itself' } },
    ]);
  });

  test('assigning notifies the person, and is refused when somebody else was faster', async () => {
    const assign = { ids: [first], action: 'assign' } as const;
    await admin.call('handle-alarm', { ...assign, assigneeId: anaId, assigneeWas: null });
    expect((await ana.call('get-notification-list')).rows).toMatchObject([
      { kind: 'alarm', severity: 'major', path: `/dashboard/alarms?open=${first}`, read: false },
    ]);
    expect(await admin.call('handle-alarm', { ...assign, assigneeId: 1, assigneeWas: null })).toMatchObject({
      status: 409,
      message: 'This alarm has meanwhile been assigned to Ana.',
    });
    const free = await admin.call('handle-alarm', { ...assign, assigneeId: null, assigneeWas: anaId });
    expect(free.alarms).toMatchObject([{ assigneeId: null, assigneeName: null }]);
  });

  test('an alarm cannot be assigned to a person who cannot see the vehicle', async () => {
    const { grants } = ADMINISTRATOR;
    const other = await addUser(fixture.database, {
      username: 'Sis',
      password: 'x-x-x-x-x',
      organisationId: sister,
      grants,
    });
    expect(await admin.call('handle-alarm', { ids: [first], action: 'assign', assigneeId: other })).toMatchObject({
      status: 409,
      message: 'Sis cannot see this vehicle.',
    });
    const blind = await addUser(fixture.database, {
      username: 'Blind',
      password: 'x-x',
      organisationId: 1,
      grants: {},
    });
    expect(await admin.call('handle-alarm', { ids: [first], action: 'assign', assigneeId: blind })).toMatchObject({
      status: 422,
    });
    const { people } = await admin.call('get-alarm-choices');
    expect(people?.map(({ id }) => id)).toEqual(expect.arrayContaining([anaId, other]));
    expect(people?.map(({ id }) => id)).not.toContain(blind);
  });

  test('a note is stored without any other change', async () => {
    expect((await ana.call('handle-alarm', { ids: [first], action: 'note' })).fields).toEqual({
      note: 'Enter a note.',
    });
    const noted = await ana.call('handle-alarm', { ids: [first], action: 'note', note: 'Called twice.' });
    expect(noted.alarms).toMatchObject([{ acknowledgedAt: null }]);
    expect((await ana.call('get-alarm', { id: first })).history).toMatchObject([
      { action: 'note', text: 'Called twice.' },
    ]);
  });
});

test('an alarm is shown with the nearest other vehicles of the scope', async () => {
  await addTrackedVehicle(fixture.database, sister, 'SISTER', PORT);
  const { nearest } = await admin.call('get-alarm', { id: first });
  expect(nearest).toMatchObject([
    { registration: 'SISTER', distanceM: 0, place: PORT, status: 'stopped', driverName: null },
  ]);
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'near', password: 'pass-word', organisationId: sister, grants });
  const there = await fixture.signedIn('near', 'pass-word');
  expect((await there.call('get-alarm', { id: first })).status).toBe(404);
  expect((await there.call('handle-alarm', { ids: [first], action: 'acknowledge' })).status).toBe(404);
});
