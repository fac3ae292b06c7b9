import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../store/database.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/**
 * People who share vehicles with others and lose them. `chief` manages the whole company; `north` does the same,
 * limited to the group North (N 1, N 2); `clerk` and `guest` are below.
 */
let fixture: HttpFixture;
let chief: TestBrowser;
let north: TestBrowser;
let company: number;
let groups: { north: number; south: number };
let vehicles: { n1: number; n2: number };
let people: Record<'north' | 'clerk' | 'guest', number>;
const PASSWORD = 'pass-word';

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  company = await addOrganisation(database, 'Company');
  const { grants } = ADMINISTRATOR;
  const add = (username: string, priority: number) => {
    const email = `${username}@x.org`;
    return addUser(database, { username, password: PASSWORD, organisationId: company, grants, priority, email });
  };
  await add('chief', 5);
  people = { north: await add('north', 10), clerk: await add('clerk', 50), guest: await add('guest', 90) };
  chief = await fixture.signedIn('chief', PASSWORD);
  const group = async (name: string) => (await chief.call('save-group', { name })).group?.id ?? 0;
  groups = { north: await group('North'), south: await group('South') };
  const vehicle = async (registration: string) =>
    (await addTracked(database, { registration, organisationId: company, groupId: groups.north })).vehicleId;
  vehicles = { n1: await vehicle('N 1'), n2: await vehicle('N 2') };
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { database } = fixture;
  await database.query('UPDATE vehicles SET group_id = $1', [groups.north]);
  await database.query(
    'UPDATE users SET limited = true, limit_group_ids = $1, limit_vehicle_ids = $2, limit_given_by = NULL WHERE id = ANY($3)',
    [[groups.north], [], Object.values(people)],
  );
  north = await fixture.signedIn('north', PASSWORD);
  fixture.events.length = 0;
});

const only = (...vehicleIds: number[]) => ({ groupIds: [], vehicleIds });

/** Saves a person unchanged except for another limit. */
async function limit(by: TestBrowser, id: number, wanted: { groupIds: number[]; vehicleIds: number[] } | null) {
  const { rows } = await chief.call('get-user-list', { pageSize: 100 });
  const { username, displayName, email, roleId, organisationId } = rows?.find((row) => row.id === id) ?? {};
  const input = { id, username, displayName, email, roleId, organisationId, limit: wanted };
  expect(await by.call('save-user', input)).toMatchObject({ status: 200 });
}
const shown = async (username: string) => {
  const browser = await fixture.signedIn(username, PASSWORD);
  return (await browser.call('get-vehicle-list')).rows?.map(({ registration }) => registration);
};
const move = async (id: number, groupId: number) => {
  const { registration } = (await chief.call('get-vehicle-by-id', { id })).vehicle ?? {};
  expect((await chief.call('save-vehicle', { id, registration, groupId })).status).toBe(200);
};

test('a vehicle that leaves the group is also hidden from people to whom a person of the group showed it', async () => {
  await limit(north, people.clerk, only(vehicles.n1, vehicles.n2));
  await limit(chief, people.guest, only(vehicles.n2));
  const clerk = await fixture.signedIn('clerk', PASSWORD);
  await limit(clerk, people.guest, only(vehicles.n1));
  expect([await shown('clerk'), await shown('guest')]).toEqual([['N 1', 'N 2'], ['N 1']]);
  await move(vehicles.n1, groups.south);
  expect([await shown('north'), await shown('clerk'), await shown('guest')]).toEqual([['N 2'], ['N 2'], []]);
  // The vehicle is not shared again when it returns.
  await move(vehicles.n1, groups.north);
  expect([await shown('north'), await shown('guest')]).toEqual([['N 1', 'N 2'], []]);
  const { rows } = await fixture.database.query(
    `SELECT after->>'shown' AS shown FROM audit_log
     WHERE subject = 'user' AND subject_id = $1 AND username = 'chief' ORDER BY id DESC LIMIT 1`,
    [String(people.clerk)],
  );
  expect(rows).toEqual([{ shown: 'only, N 2' }]);
});

test('a person whose limit shrinks takes it immediately from those they gave it to', async () => {
  await limit(north, people.clerk, only(vehicles.n1, vehicles.n2));
  await limit(chief, people.north, only(vehicles.n2));
  expect(await shown('clerk')).toEqual(['N 2']);
  const event = { userId: people.clerk, roleId: null };
  expect(fixture.events).toContainEqual({ name: 'access-changed', event });
});

test('a limit of the role takes it from them as well', async () => {
  await limit(north, people.clerk, only(vehicles.n1));
  const { rows } = await chief.call('get-user-list', { pageSize: 100 });
  const id = rows?.find((row) => row.id === people.north)?.roleId ?? 0;
  const role = { id, name: 'Role of north', priority: 10, grants: [] };
  const save = (groupIds: number[] | null) => chief.call('save-role', { ...role, limit: groupIds && { groupIds } });
  expect(await save([groups.south])).toMatchObject({ status: 200 });
  expect(await shown('clerk')).toEqual([]);
  const event = { userId: people.clerk, roleId: null };
  expect(fixture.events).toContainEqual({ name: 'access-changed', event });
  expect(await save(null)).toMatchObject({ status: 200 });
});

test('limits set by a person without limits stay, and so do those that a limited person left unchanged', async () => {
  await limit(chief, people.clerk, only(vehicles.n1));
  await limit(north, people.clerk, only(vehicles.n1));
  await limit(chief, people.north, only(vehicles.n2));
  expect(await shown('clerk')).toEqual(['N 1']);
});

test('a person who becomes limited while inviting somebody without limits does not succeed', async () => {
  await fixture.database.query('UPDATE users SET limited = false WHERE id = $1', [people.north]);
  const { rows } = await chief.call('get-user-list', { pageSize: 100 });
  const roleId = rows?.find(({ id }) => id === people.guest)?.roleId;
  const puppet = { username: 'puppet', displayName: 'Puppet', email: 'p@x.org', organisationId: company, roleId };
  const waits = async () => {
    const { rowCount } = await fixture.database.query(
      `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
    );
    return rowCount !== 0;
  };
  const invited = await inTransaction(fixture.database, async (db) => {
    await db.query('UPDATE users SET limited = true WHERE id = $1', [people.north]);
    const call = north.call('save-user', { ...puppet, limit: null });
    while (!(await waits())) await delay(10);
    return { call };
  });
  const answer = await invited.call;
  expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([422, ['limit']]);
});
