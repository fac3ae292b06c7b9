import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listDueAlarms } from '../../store/alarm-delivery/notices.ts';
import { takeDueAlarms } from '../../store/alarm-delivery/take-due-alarms.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { insertNotification } from '../../store/notifications/notifications.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertAlarm, insertFence } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/**
 * A company with the groups North (N 1, N 2) and South (S 1), and a vehicle in none (FREE). `chief` manages everything;
 * `north` has the same permissions, but is limited to North; `worker` is below both.
 */
let fixture: HttpFixture;
let admin: TestBrowser;
let chief: TestBrowser;
let north: TestBrowser;
let company: number;
let groups: { north: number; south: number };
let vehicles: Record<'n1' | 'n2' | 's1' | 'free', number>;
let devices: { n1: number; s1: number };
let people: { north: number; worker: number };
const PASSWORD = 'pass-word';

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  admin = await fixture.signedIn();
  company = await addOrganisation(database, 'Company');
  const { grants } = ADMINISTRATOR;
  const add = (username: string, priority: number) =>
    addUser(database, {
      username,
      password: PASSWORD,
      organisationId: company,
      grants,
      priority,
      email: `${username}@x.org`,
    });
  await add('chief', 5);
  people = { north: await add('north', 10), worker: await add('worker', 50) };
  chief = await fixture.signedIn('chief', PASSWORD);
  const group = async (name: string) => (await chief.call('save-group', { name })).group?.id ?? 0;
  groups = { north: await group('North'), south: await group('South') };
  const vehicle = (registration: string, groupId: number | null) =>
    addTracked(database, { registration, organisationId: company, groupId });
  const [n1, n2] = [await vehicle('N 1', groups.north), await vehicle('N 2', groups.north)];
  const [s1, free] = [await vehicle('S 1', groups.south), await vehicle('FREE', null)];
  vehicles = { n1: n1.vehicleId, n2: n2.vehicleId, s1: s1.vehicleId, free: free.vehicleId };
  devices = { n1: n1.deviceId, s1: s1.deviceId };
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.database.query('UPDATE users SET limited = false, limit_group_ids = $1, limit_vehicle_ids = $1', [[]]);
  expect((await limit(chief, people.north, { groupIds: [groups.north], vehicleIds: [] })).status).toBe(200);
  north = await fixture.signedIn('north', PASSWORD);
  fixture.events.length = 0;
});

/** Saves a person unchanged except for another limit. */
async function limit(
  by: TestBrowser,
  id: number,
  wanted: { groupIds: number[]; vehicleIds: number[]; common?: boolean } | null,
) {
  const { rows } = await admin.call('get-user-list', { pageSize: 100 });
  const user = rows?.find((row) => row.id === id);
  const { username, displayName, email, roleId, organisationId } = user ?? {};
  return by.call('save-user', { id, username, displayName, email, roleId, organisationId, limit: wanted });
}
const roleOf = async (id: number) =>
  (await admin.call('get-user-list', { pageSize: 100 })).rows?.find((row) => row.id === id)?.roleId ?? 0;
const shown = async (browser: TestBrowser) =>
  (await browser.call('get-vehicle-list')).rows?.map(({ registration }) => registration);

describe('a person who manages people limits them', () => {
  test('by an invitation; row and audit log contain the limit', async () => {
    const roleId = await roleOf(people.worker);
    const person = { username: 'guest', displayName: 'Guest', email: 'guest@x.org', roleId, organisationId: company };
    const wanted = { groupIds: [groups.south], vehicleIds: [vehicles.free] };
    const { user } = await chief.call('save-user', { ...person, limit: wanted });
    const expected = {
      groups: [{ id: groups.south, name: 'South' }],
      vehicles: [{ id: vehicles.free, name: 'FREE' }],
      common: false,
    };
    expect(user?.limit).toEqual(expected);
    const entry = (await chief.call('get-audit-list')).rows?.find(
      (row) => row.subject === 'user' && row.action === 'create',
    );
    expect(entry).toMatchObject({ action: 'create', after: { shown: 'only, South, FREE' } });
  });

  test('to at least a group or a vehicle, and to none of another organisation', async () => {
    const other = await addOrganisation(fixture.database, 'Other');
    const theirs = await addTracked(fixture.database, { registration: 'OTHER 1', organisationId: other });
    for (const vehicleIds of [[], [theirs.vehicleId]]) {
      const answer = await limit(admin, people.worker, { groupIds: [], vehicleIds });
      expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([422, ['limit']]);
    }
  });

  test('immediately, for calls, tokens and live connections; earlier notifications are revoked', async () => {
    const { token } = await north.call('create-api-token', { name: 'script', readOnly: true });
    await insertNotification(fixture.database, {
      userId: people.north,
      kind: 'alarm',
      title: 'N 1',
      text: '',
      path: '',
    });
    fixture.events.length = 0;
    await limit(chief, people.north, { groupIds: [], vehicleIds: [vehicles.s1] });
    expect(await shown(north)).toEqual(['S 1']);
    const reply = await fixture.browser().post({
      body: { route: 'get-vehicle-list' },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.json()).toMatchObject({ status: 200, rows: [{ registration: 'S 1' }], total: 1 });
    const event = { userId: people.north, roleId: null };
    expect(fixture.events).toContainEqual({ name: 'access-changed', event });
    const { rows } = await north.call('get-notification-list');
    expect(rows?.map(({ title }) => title)).not.toContain('N 1');
  });

  test('but not the last administrator', async () => {
    const second = await addUser(fixture.database, {
      username: 'second',
      password: PASSWORD,
      organisationId: 1,
      grants: {},
      email: 'second@x.org',
    });
    await fixture.database.query(
      `UPDATE users SET role_id = 1, email = coalesce(email, 'a@x.org') WHERE id IN (1, $1)`,
      [second],
    );
    const two = await fixture.signedIn('second', PASSWORD);
    const only = { groupIds: [groups.north], vehicleIds: [] };
    expect((await limit(admin, second, only)).status).toBe(200);
    expect((await limit(two, 1, only)).status).toBe(403);
    expect((await limit(admin, second, null)).status).toBe(200);
    expect((await limit(two, 1, only)).status).toBe(200);
    expect((await limit(two, 1, null)).status).toBe(200);
    await fixture.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [second]);
  });
});

describe('a limited person', () => {
  test('manages only people who see no more, and gives them no more', async () => {
    expect((await limit(north, people.worker, { groupIds: [groups.north], vehicleIds: [] })).status).toBe(403);
    await limit(chief, people.worker, { groupIds: [groups.north], vehicleIds: [] });
    const narrower = { groupIds: [], vehicleIds: [vehicles.n1] };
    expect((await limit(north, people.worker, narrower)).status).toBe(200);
    for (const wider of [
      null,
      { groupIds: [groups.south], vehicleIds: [] },
      { groupIds: [groups.north], vehicleIds: [vehicles.s1] },
    ]) {
      expect((await limit(north, people.worker, wider)).status).toBe(422);
    }
    expect((await limit(north, people.north, narrower)).status).toBe(403);
    const person = { username: 'new', displayName: 'New', email: 'new@x.org', organisationId: company };
    const roleId = await roleOf(people.worker);
    expect((await north.call('save-user', { ...person, roleId })).status).toBe(422);
    expect((await north.call('save-user', { ...person, roleId, limit: narrower })).status).toBe(200);
  });

  test('is offered what they see', async () => {
    const choices = await north.call('get-limit-choices', { organisationId: company });
    expect(choices.groups?.map(({ name }) => name)).toEqual(['North']);
    expect(choices.vehicles?.map(({ name }) => name)).toEqual(['N 1', 'N 2']);
  });

  test('moves no vehicle between groups that they do not have', async () => {
    const save = (input: Record<string, unknown>) => north.call('save-vehicle', input);
    const n1 = { id: vehicles.n1, registration: 'N 1', groupId: groups.north };
    expect((await save({ ...n1, make: 'Hino' })).status).toBe(200);
    for (const groupId of [groups.south, null]) {
      expect(Object.keys((await save({ ...n1, groupId })).fields ?? {})).toEqual(['groupId']);
    }
    expect((await save({ registration: 'N 3' })).status).toBe(422);
    expect((await save({ registration: 'N 3', groupId: groups.south })).status).toBe(422);
    expect((await save({ registration: 'N 3', groupId: groups.north })).vehicle?.registration).toBe('N 3');
    expect(Object.keys((await save({ ...n1, deviceId: devices.s1 })).fields ?? {})).toEqual(['deviceId']);
    const { driver } = await chief.call('save-driver', { name: 'Sol' });
    expect(Object.keys((await save({ ...n1, driverId: driver?.id })).fields ?? {})).toEqual(['driverId']);
    expect((await north.call('save-device', { identity: 'new-1' })).status).toBe(403);
  });

  test('keeps a vehicle in its group that they see singly', async () => {
    await limit(chief, people.north, { groupIds: [groups.north], vehicleIds: [vehicles.s1] });
    const s1 = { id: vehicles.s1, registration: 'S 1' };
    expect((await north.call('save-vehicle', { ...s1, groupId: groups.south, make: 'Hino' })).status).toBe(200);
    expect((await north.call('save-vehicle', { ...s1, groupId: groups.north })).status).toBe(422);
  });

  test('creates rules only for these vehicles, and sees no others', async () => {
    const rule = { name: 'Fast', condition: { kind: 'overspeed', limitKph: 90 } };
    const theirs = await chief.call('save-alarm-rule', { ...rule, name: 'All', allVehicles: true });
    await chief.call('save-alarm-rule', { ...rule, name: 'Vans', vehicleTypes: ['van'] });
    const wider = [{ allVehicles: true }, { vehicleTypes: ['van'], vehicleIds: [vehicles.n1] }];
    for (const beyond of [...wider, { groupIds: [groups.south] }, { vehicleIds: [vehicles.s1] }]) {
      expect((await north.call('save-alarm-rule', { ...rule, ...beyond })).status).toBe(422);
      expect((await north.call('get-alarm-rule-dry-run', { ...rule, days: 1, ...beyond })).status).toBe(422);
    }
    expect((await north.call('save-alarm-rule', { ...rule, groupIds: [groups.north] })).status).toBe(200);
    expect((await north.call('get-alarm-rule-list')).rows?.map(({ name }) => name)).toEqual(['Fast']);
    const id = theirs.rule?.id;
    expect((await north.call('save-alarm-rule', { ...rule, id, groupIds: [groups.north] })).status).toBe(404);
    expect((await north.call('delete-alarm-rule', { id })).status).toBe(404);
  });

  test('tries rules only on these vehicles, even when others are requested as well', async () => {
    const fast = { condition: { kind: 'overspeed', limitKph: 90 }, days: 1 };
    const vehicleIds = [vehicles.n1, vehicles.s1, vehicles.free];
    const looked = async (browser: TestBrowser, of: object) =>
      (await browser.call('get-alarm-rule-dry-run', { ...fast, ...of })).vehicles;
    expect([await looked(chief, { vehicleIds }), await looked(north, { vehicleIds })]).toEqual([3, 1]);
    expect(await looked(north, { vehicleIds: [vehicles.n1], groupIds: [groups.south] })).toBe(1);
    expect(await north.call('get-alarm-rule-choices')).toMatchObject({ groups: [{ name: 'North' }], groupsTotal: 1 });
  });

  test('is notified only of alarms of these vehicles', async () => {
    const { database } = fixture;
    await database.query('UPDATE alarms SET notified_at = now()');
    const raise = async (vehicleId: number) => {
      const { rows } = await database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
        vehicleId,
      ]);
      const of = { vehicleId, installationId: rows[0]?.id ?? 0 };
      return insertAlarm(database, of, { start: new Date().toISOString(), clearedAt: null, organisationId: company });
    };
    const [mine, theirs] = [await raise(vehicles.n1), await raise(vehicles.s1)];
    await takeDueAlarms(database, () => '{}');
    const { rows } = await database.query<{ alarm_id: number }>(
      `SELECT alarm_id FROM alarm_notices WHERE user_id = $1 AND alarm_id IN ($2, $3)`,
      [people.north, mine, theirs],
    );
    expect(rows).toEqual([{ alarm_id: mine }]);
    const assigned = await chief.call('handle-alarm', { ids: [theirs], action: 'assign', assigneeId: people.north });
    expect(assigned).toMatchObject({ status: 409, message: 'north cannot see this vehicle.' });
  });

  test('gives nobody all geofences, places, outlets and contacts without having them', async () => {
    const wider = { groupIds: [groups.north], vehicleIds: [], common: true };
    await limit(chief, people.worker, { ...wider, common: false });
    expect((await limit(north, people.worker, wider)).status).toBe(422);
    await limit(chief, people.north, wider);
    expect((await limit(north, people.worker, wider)).status).toBe(200);
    const { rows } = await chief.call('get-user-list', { pageSize: 100 });
    expect(rows?.find(({ id }) => id === people.worker)?.limit?.common).toBe(true);
    const entry = (await chief.call('get-audit-list')).rows?.find(
      ({ subject, after }) => subject === 'user' && String(after?.['shown']).includes('contacts'),
    );
    expect(entry?.after).toMatchObject({ shown: 'only, all geofences, places, outlets and contacts, North' });
    // A person who loses the permission for common records takes it from the people they gave it to, and no longer
    // manages people who have it.
    await limit(chief, people.north, { ...wider, common: false });
    const after = await chief.call('get-user-list', { pageSize: 100 });
    expect(after.rows?.find(({ id }) => id === people.worker)?.limit?.common).toBe(false);
  });

  test('is notified of an alarm in a geofence of all vehicles without its name', async () => {
    const { database } = fixture;
    await database.query('UPDATE alarms SET notified_at = now()');
    const fence = await insertFence(database, { name: 'Secret depot', organisationId: company });
    const { rows } = await database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
      vehicles.n1,
    ]);
    const of = { vehicleId: vehicles.n1, installationId: rows[0]?.id ?? 0 };
    const alarm = { start: new Date().toISOString(), clearedAt: null, organisationId: company };
    const id = await insertAlarm(database, of, alarm);
    await database.query('UPDATE alarms SET about = $2 WHERE id = $1', [id, String(fence)]);
    await database.query(
      `UPDATE alarm_rules SET condition = '{"kind":"geofenceEnter"}' WHERE id = (SELECT rule_id FROM alarms WHERE id = $1)`,
      [id],
    );
    await takeDueAlarms(database, () => '{}');
    const fenceFor = async (userId: number) =>
      (await listDueAlarms(database, { userId, channel: 'bell' }, 1000)).find((one) => one.id === id)?.fence;
    expect(await fenceFor(people.north)).toBeNull();
    await database.query('UPDATE geofences SET group_ids = $2 WHERE id = $1', [fence, [groups.north]]);
    expect(await fenceFor(people.north)).toEqual({ id: fence, name: 'Secret depot' });
    await database.query(`UPDATE geofences SET group_ids = '{}' WHERE id = $1`, [fence]);
    await limit(chief, people.north, { groupIds: [groups.north], vehicleIds: [], common: true });
    expect(await fenceFor(people.north)).toEqual({ id: fence, name: 'Secret depot' });
  });

  test('shares what they see, for as long', async () => {
    expect((await north.call('create-share', { vehicleId: vehicles.s1, hours: 1 })).status).toBe(404);
    const { token } = await north.call('create-share', { vehicleId: vehicles.n2, hours: 1 });
    const follow = async () => (await fixture.browser().call('get-shared-vehicle', { token })).vehicle?.registration;
    const move = (groupId: number) => chief.call('save-vehicle', { id: vehicles.n2, registration: 'N 2', groupId });
    const browser = fixture.browser();
    browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
    expect(await follow()).toBe('N 2');
    await move(groups.south);
    expect(await follow()).toBeUndefined();
    await move(groups.north);
    expect(await follow()).toBe('N 2');
  });

  test('finds no menu that concerns more', async () => {
    const { permissions, limited } = await north.call('get-setup');
    expect(limited).toBe(true);
    expect(permissions).toMatchObject({ 'audit-log': { view: false }, 'live-map': { view: true } });
    const titles = JSON.stringify((await north.call('get-nav-menu')).menuList);
    expect(titles).not.toMatch(/Audit log|Webhooks|Outbox|Connect a device/);
    expect(titles).toMatch(/Live map/);
  });
});
