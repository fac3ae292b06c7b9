import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fleetSightOf } from '../../live/sight.ts';
import { takeDueAlarms } from '../../store/alarm-delivery/take-due-alarms.ts';
import { insertNotification } from '../../store/notifications/notifications.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertAlarm } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/**
 * A company with the groups North (N 1) and South (S 1), and a vehicle in none (FREE). `chief` manages everything and
 * sets the limits of `driver`'s role.
 */
let fixture: HttpFixture;
let chief: TestBrowser;
let driver: TestBrowser;
let company: number;
let driverId: number;
let roleId: number;
let groups: { north: number; south: number };
let vehicles: Record<'n1' | 's1' | 'free', { vehicleId: number; installationId: number }>;
const PASSWORD = 'pass-word';

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  company = await addOrganisation(database, 'Company');
  const common = { password: PASSWORD, organisationId: company, grants: ADMINISTRATOR.grants };
  await addUser(database, { ...common, username: 'chief', priority: 5, email: 'chief@x.org' });
  driverId = await addUser(database, { ...common, username: 'driver', priority: 50, email: 'driver@x.org' });
  chief = await fixture.signedIn('chief', PASSWORD);
  driver = await fixture.signedIn('driver', PASSWORD);
  const group = async (name: string) => (await chief.call('save-group', { name })).group?.id ?? 0;
  groups = { north: await group('North'), south: await group('South') };
  const vehicle = (registration: string, groupId: number | null) =>
    addTracked(database, { registration, organisationId: company, groupId });
  vehicles = {
    n1: await vehicle('N 1', groups.north),
    s1: await vehicle('S 1', groups.south),
    free: await vehicle('FREE', null),
  };
  roleId = (await chief.call('get-user-list')).rows?.find(({ id }) => id === driverId)?.roleId ?? 0;
});
afterAll(() => fixture.close());
beforeEach(async () => {
  expect((await limitRole(null)).status).toBe(200);
  expect((await limitDriver(null)).status).toBe(200);
  fixture.events.length = 0;
});

const limitRole = (groupIds: number[] | null) =>
  chief.call('save-role', { id: roleId, name: 'Drivers', priority: 50, grants: [], limit: groupIds && { groupIds } });
const limitDriver = (limit: { groupIds: number[]; vehicleIds: number[] } | null, role = roleId) =>
  chief.call('save-user', {
    id: driverId,
    username: 'driver',
    displayName: 'driver',
    email: 'driver@x.org',
    roleId: role,
    organisationId: company,
    limit,
  });
const noticesOf = async () => (await driver.call('get-notification-list')).rows?.filter(({ title }) => title === 'S 1');
const entry = (groupId: number | null) => ({ organisationId: 1, vehicle: { id: 7, groupId } });
const shown = async () => (await driver.call('get-vehicle-list')).rows?.map(({ registration }) => registration);

test('a limit of a role applies immediately to its members; vehicles in no group are outside of it', async () => {
  expect(await shown()).toEqual(['FREE', 'N 1', 'S 1']);
  expect((await limitRole([groups.north])).role?.limit).toEqual({
    groups: [{ id: groups.north, name: 'North' }],
    common: false,
  });
  expect(await shown()).toEqual(['N 1']);
  expect(fixture.events).toContainEqual({ name: 'access-changed', event: { userId: null, roleId } });
  const { rows } = await chief.call('get-user-list');
  expect(rows?.find(({ id }) => id === driverId)).toMatchObject({
    limit: null,
    roleLimit: { groups: [{ name: 'North' }] },
  });
  const { permissions, limited } = await driver.call('get-setup');
  expect([limited, permissions?.['audit-log']?.view]).toEqual([true, false]);
});

test('the intersection of the limits of person and role is shown', async () => {
  await limitRole([groups.north]);
  await limitDriver({ groupIds: [groups.south], vehicleIds: [vehicles.n1.vehicleId, vehicles.free.vehicleId] });
  expect(await shown()).toEqual(['N 1']);
  await limitDriver({ groupIds: [groups.south], vehicleIds: [] });
  expect(await shown()).toEqual([]);
  await limitRole([groups.north, groups.south]);
  expect(await shown()).toEqual(['S 1']);
});

test('a role that is saved without its limit keeps it', async () => {
  await limitRole([groups.north]);
  await chief.call('save-role', { id: roleId, name: 'Drivers', priority: 51, grants: [] });
  expect(await shown()).toEqual(['N 1']);
});

test('it has groups of the organisation of the role, at least one', async () => {
  const other = await addOrganisation(fixture.database, 'Other');
  const { rows } = await fixture.database.query<{ id: number }>(
    `INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, 'Theirs') RETURNING id`,
    [other],
  );
  for (const groupIds of [[], [rows[0]?.id ?? 0], [groups.north, 999_999]]) {
    const answer = await limitRole(groupIds);
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([422, ['limit']]);
  }
  const { groups: offered } = await chief.call('get-role-by-id', { id: roleId });
  expect(offered?.map(({ name, vehicles: count }) => [name, count])).toEqual([
    ['North', 1],
    ['South', 1],
  ]);
});

test('a person limited by a role changes no role, and manages nobody who sees more', async () => {
  await limitRole([groups.north]);
  const widened = { id: roleId, name: 'Drivers', priority: 60, grants: [], limit: null };
  expect((await driver.call('save-role', widened)).status).toBe(403);
  const below = (await chief.call('save-role', { name: 'Guests', priority: 90, grants: [] })).role?.id;
  const person = { username: 'new', displayName: 'New', email: 'new@x.org', organisationId: company, roleId: below };
  const save = (limit: object | null) => driver.call('save-user', { ...person, limit });
  for (const wider of [null, { groupIds: [groups.south], vehicleIds: [] }]) {
    expect(Object.keys((await save(wider)).fields ?? {})).toEqual(['limit']);
  }
  expect((await save({ groupIds: [groups.north], vehicleIds: [] })).status).toBe(200);
  expect((await driver.call('get-role-menu')).groups?.map(({ name }) => name)).toEqual(['North']);
  const offered = await driver.call('get-limit-choices', { organisationId: company });
  expect(offered.vehicles?.map(({ name }) => name)).toEqual(['N 1']);
});

test('notifications from before another limit are revoked, and links of that time end', async () => {
  const { database } = fixture;
  const insertNotice = () =>
    insertNotification(database, { userId: driverId, kind: 'alarm', title: 'S 1', text: '', path: '' });
  await insertNotice();
  expect(await noticesOf()).toHaveLength(1);
  await database.query(
    `INSERT INTO password_links (token_hash, user_id, purpose, expires_at) VALUES ('x', $1, 'reset', now() + interval '1 hour')`,
    [driverId],
  );
  await limitRole([groups.north]);
  expect(await noticesOf()).toEqual([]);
  expect((await database.query('SELECT FROM password_links WHERE user_id = $1', [driverId])).rowCount).toBe(0);
  // Another role with another limit has the same effect.
  const { role } = await chief.call('save-role', {
    name: 'South',
    priority: 70,
    grants: [],
    limit: { groupIds: [groups.south] },
  });
  await insertNotice();
  await limitDriver(null, role?.id);
  expect(await noticesOf()).toEqual([]);
  await limitDriver(null);
});

test('an address that somebody else set gets no link after it, until the person confirms it', async () => {
  const { database } = fixture;
  await database.query(`UPDATE users SET email_doubt = 'set-by-other' WHERE id = $1`, [driverId]);
  await limitRole([groups.north]);
  const { rows } = await database.query('SELECT email_doubt FROM users WHERE id = $1', [driverId]);
  expect(rows).toEqual([{ email_doubt: 'held' }]);
});

test('only alarms of these vehicles are sent, and links that share others show nothing', async () => {
  const { database } = fixture;
  const { token } = await driver.call('create-share', { vehicleId: vehicles.s1.vehicleId, hours: 1 });
  await limitRole([groups.north]);
  const start = new Date().toISOString();
  const raise = (of: (typeof vehicles)['n1']) =>
    insertAlarm(database, of, { start, clearedAt: null, organisationId: company });
  const [mine] = [await raise(vehicles.n1), await raise(vehicles.s1), await raise(vehicles.free)];
  await takeDueAlarms(database, () => '{}');
  const { rows } = await database.query('SELECT DISTINCT alarm_id FROM alarm_notices WHERE user_id = $1', [driverId]);
  expect(rows).toEqual([{ alarm_id: mine }]);
  const guest = fixture.browser();
  guest.preLoginToken = (await guest.call('get-csrf-token-preLogin')).csrfToken ?? '';
  expect((await guest.call('get-shared-vehicle', { token })).vehicle).toBeNull();
  await limitRole(null);
  expect((await guest.call('get-shared-vehicle', { token })).vehicle?.registration).toBe('S 1');
});

test('a live connection loses a vehicle that leaves the groups of the role before the limit is read again', () => {
  const limit = { vehicleIds: [7], groupIds: [], singleIds: [7], withinGroupIds: [3], common: false };
  const sees = fleetSightOf({ organisationIds: [1], limit });
  expect([3, 4, null].map((groupId) => sees(entry(groupId)))).toEqual([true, false, false]);
});

test('the audit log contains the groups', async () => {
  await limitRole([groups.north]);
  const { rows } = await chief.call('get-audit-list');
  const roles = rows?.filter(({ subject }) => subject === 'role').map(({ before, after }) => [before, after]);
  expect(roles).toContainEqual([{ shown: null }, { shown: 'only, North' }]);
});
