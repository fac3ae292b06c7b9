import type { Action } from '@milepost/contract/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const ALL: Action[] = ['view', 'create', 'edit', 'delete'];
const PASSWORD = 'a password of mine';

let fixture: HttpFixture;
let admin: TestBrowser;
/** Manages roles of North with priority 10, and may view and edit vehicles. */
let chief: TestBrowser;
const menuIds = new Map<string, number>();

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  admin = await fixture.signedIn();
  const organisationId = await addOrganisation(database, 'North');
  const grants = { roles: ALL, vehicles: ['view', 'edit'] as Action[] };
  await addUser(database, { username: 'chief', password: PASSWORD, organisationId, grants, priority: 10 });
  await addUser(database, { username: 'peer', password: PASSWORD, organisationId, grants, priority: 10 });
  chief = await fixture.signedIn('chief', PASSWORD);
  const { rows } = await database.query<{ id: number; key: string }>('SELECT id, key FROM menus');
  for (const { id, key } of rows) menuIds.set(key, id);
});
afterAll(() => fixture.close());

const grant = (key: string, actions: Action[]) => ({
  menuId: menuIds.get(key),
  ...Object.fromEntries(ALL.map((action) => [action, actions.includes(action)])),
});
const granted = async (id: number | undefined) => {
  const { grants = [] } = await admin.call('get-role-by-id', { id });
  return Object.fromEntries(
    grants.flatMap((one) => (ALL.some((action) => one[action]) ? [[one.key, ALL.filter((a) => one[a])]] : [])),
  );
};

describe('nobody grants permissions that they lack', () => {
  test('a role cannot be saved with permissions that its editor lacks', async () => {
    const denied = { status: 403, message: 'You can only grant permissions that you have yourself.' };
    for (const beyond of [grant('vehicles', ['delete']), grant('devices', ['view']), grant('users', ['view'])]) {
      const input = { name: 'Beyond', priority: 20, grants: [grant('vehicles', ['view']), beyond] };
      expect(await chief.call('save-role', input)).toMatchObject(denied);
    }
    const { role } = await chief.call('save-role', {
      name: 'Watcher',
      priority: 20,
      grants: [grant('vehicles', ['view'])],
    });
    const more = { id: role?.id, name: 'Watcher', priority: 20, grants: [grant('vehicles', ['view', 'create'])] };
    expect(await chief.call('save-role', more)).toMatchObject(denied);
    expect(await granted(role?.id)).toEqual({ vehicles: ['view'] });
    const own = { id: role?.id, name: 'Watcher', priority: 20, grants: [grant('vehicles', ['view', 'edit'])] };
    expect((await chief.call('save-role', own)).status).toBe(200);
    expect(await granted(role?.id)).toEqual({ vehicles: ['view', 'edit'] });
  });

  test('what somebody above granted can neither be revoked nor changed', async () => {
    const { role } = await chief.call('save-role', { name: 'Gifted', priority: 20, grants: [] });
    const save = (actions: Action[]) =>
      chief.call('save-role', { id: role?.id, name: 'Gifted', priority: 20, grants: [grant('devices', actions)] });
    await admin.call('save-role', {
      id: role?.id,
      name: 'Gifted',
      priority: 20,
      grants: [grant('devices', ['view', 'edit'])],
    });
    for (const actions of [['view', 'edit'], ['view'], []] satisfies Action[][]) {
      expect((await save(actions)).status).toBe(403);
    }
    expect(await granted(role?.id)).toEqual({ devices: ['view', 'edit'] });
  });

  test('the matrix shows what can be granted', async () => {
    const { grants = [] } = await chief.call('get-role-menu');
    const can = Object.fromEntries(grants.map((one) => [one.key, ALL.filter((action) => one.grantable[action])]));
    expect(can).toMatchObject({ vehicles: ['view', 'edit'], roles: ALL, devices: [], 'audit-log': [] });
    expect(Object.keys(can)).not.toContain('device');
    expect(grants.find((one) => one.key === 'devices')?.parentTitle).toBe('Devices and commands');
  });

  test('a menu that does not exist is named', async () => {
    const grants = [{ menuId: 999_999, view: true, create: false, edit: false, delete: false }];
    const answer = await chief.call('save-role', { name: 'Nowhere', priority: 20, grants });
    expect(answer).toMatchObject({ status: 422, fields: { 'grants.0.menuId': 'There is no such menu.' } });
  });
});

describe('only roles below the own are managed', () => {
  test('neither one of equal rank, nor the own, nor with a priority at or above the own', async () => {
    const { rows = [] } = await chief.call('get-role-list');
    const id = (name: string) => rows.find((row) => row.name === name)?.id;
    expect(rows.map((row) => [row.name, row.manageable])).toContainEqual(['Role of peer', false]);
    for (const name of ['Role of peer', 'Role of chief']) {
      const notBelow = { status: 403, message: 'This role is not below yours.' };
      expect(await chief.call('save-role', { id: id(name), name: 'X', priority: 20, grants: [] })).toMatchObject(
        notBelow,
      );
      expect(await chief.call('delete-role', { id: id(name) })).toMatchObject(notBelow);
    }
    for (const priority of [1, 9, 10]) {
      const answer = await chief.call('save-role', { name: 'High', priority, grants: [] });
      expect(answer).toMatchObject({ status: 422, fields: { priority: expect.stringContaining('11') } });
    }
    expect((await chief.call('save-role', { id: 1, name: 'X', priority: 20, grants: [] })).status).toBe(404);
    expect((await admin.call('save-role', { id: 1, name: 'X', priority: 20, grants: [] })).status).toBe(403);
    expect(await chief.call('get-role-priority')).toMatchObject({ own: 10, lowest: 11 });
  });

  test('a role with members is not removed', async () => {
    const { role } = await chief.call('save-role', {
      name: 'Brief',
      priority: 30,
      grants: [grant('vehicles', ['view'])],
    });
    const { rows } = await fixture.database.query<{ id: number; role_id: number }>(
      `UPDATE users u SET role_id = $1 FROM users old WHERE old.id = u.id AND u.username = 'peer'
       RETURNING u.id, old.role_id`,
      [role?.id],
    );
    expect((await chief.call('get-role-user', { id: role?.id })).rows).toEqual([
      { id: rows[0]?.id, username: 'peer', displayName: 'peer' },
    ]);
    expect((await chief.call('delete-role', { id: role?.id })).status).toBe(409);
    await fixture.database.query('UPDATE users SET role_id = $2 WHERE id = $1', [rows[0]?.id, rows[0]?.role_id]);
    expect((await chief.call('delete-role', { id: role?.id })).status).toBe(200);
    expect((await chief.call('get-role-by-id', { id: role?.id })).status).toBe(404);
  });

  test('two roles of an organisation differ by name', async () => {
    await chief.call('save-role', { name: 'Twin', priority: 30, grants: [] });
    const answer = await chief.call('save-role', { name: 'Twin', priority: 31, grants: [] });
    expect(answer).toMatchObject({ status: 409, fields: { name: 'Another role has this name.' } });
  });
});

test('a change of a role applies to the next call of its members', async () => {
  const { database } = fixture;
  await addUser(database, {
    username: 'viewer',
    password: PASSWORD,
    organisationId: 1,
    grants: { vehicles: ['view'] },
  });
  const viewer = await fixture.signedIn('viewer', PASSWORD);
  expect((await viewer.call('get-vehicle-list')).status).toBe(200);
  const { rows } = await admin.call('get-role-list');
  const id = rows?.find((row) => row.name === 'Role of viewer')?.id;
  await admin.call('save-role', { id, name: 'Role of viewer', priority: 100, grants: [grant('vehicles', [])] });
  expect((await viewer.call('get-vehicle-list')).status).toBe(403);
  expect(fixture.events.at(-1)).toEqual({ name: 'access-changed', event: { userId: null, roleId: id } });
});

test('an existing organisation gets the roles that new ones start with on request, below the own and within it', async () => {
  const { database } = fixture;
  const organisationId = await addOrganisation(database, 'Of before');
  const grants = { roles: ALL, 'my-day': ['view'] as Action[], maintenance: ['view', 'edit'] as Action[] };
  await addUser(database, { username: 'owner', password: PASSWORD, organisationId, grants, priority: 45 });
  await database.query(`INSERT INTO roles (organisation_id, name, priority) VALUES ($1, 'mechanic', 60)`, [
    organisationId,
  ]);
  const owner = await fixture.signedIn('owner', PASSWORD);
  const { names = [] } = await owner.call('get-starting-roles');
  // A role of that name exists; of Accountant nothing would remain.
  expect(names).toContain('Driver');
  expect(names).not.toContain('Mechanic');
  expect(names).not.toContain('Accountant');
  expect(await owner.call('add-starting-roles')).toEqual({ status: 200, names });
  const own = new Map<string, Action[]>(Object.entries(grants));
  const { rows = [] } = await owner.call('get-role-list');
  expect(
    rows
      .filter(({ name }) => names.includes(name))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
  for (const { id, priority } of rows.filter(({ name }) => names.includes(name))) {
    expect(priority).toBeGreaterThan(45);
    for (const [key, actions] of Object.entries(await granted(id))) {
      expect([key, own.get(key) ?? []]).toEqual([key, expect.arrayContaining(actions)]);
    }
  }
  expect(await owner.call('add-starting-roles')).toEqual({ status: 200, names: [] });
  const { rows: log } = await database.query(
    `SELECT FROM audit_log WHERE organisation_id = $1 AND subject = 'role' AND action = 'create'`,
    [organisationId],
  );
  expect(log).toHaveLength(names.length);
});

describe('menus', () => {
  test("keep the administrator's changes when the next version starts", async () => {
    const id = menuIds.get('vehicles');
    await admin.call('save-menu', { id, title: 'My fleet', icon: 'car', CM: 2 });
    const top = ((await admin.call('get-menu-list')).rows ?? []).filter((row) => row.parentId === null);
    const ids = top.map((row) => row.id).toReversed();
    await admin.call('sort-menus', { ids });
    const { ensureBasics } = await import('../../auth/bootstrap.ts');
    await ensureBasics(fixture.database);
    const { menuList = [] } = await admin.call('get-nav-menu');
    expect(menuList.map((item) => item.id)).toEqual(ids);
    expect(menuList.find((item) => item.id === id)).toMatchObject({ title: 'My fleet', icon: 'car', CM: 2 });
  });

  test('in an order that somebody changed meanwhile are not overwritten', async () => {
    const level = async () =>
      ((await admin.call('get-menu-list')).rows ?? []).filter((row) => row.parentId === null).map(({ id }) => id);
    const was = await level();
    const theirs = was.toReversed();
    expect((await admin.call('sort-menus', { ids: theirs, was })).status).toBe(200);
    const mine = [...was.slice(1), ...was.slice(0, 1)];
    expect(await admin.call('sort-menus', { ids: mine, was })).toMatchObject({
      status: 409,
      code: 'changed-meanwhile',
      params: { who: 'admin' },
    });
    expect(await level()).toEqual(theirs);
    await admin.call('sort-menus', { ids: was, was: theirs });
    expect(await level()).toEqual(was);
  });

  test('are sorted within one level only', async () => {
    const ids = [menuIds.get('devices'), menuIds.get('vehicles')];
    expect((await admin.call('sort-menus', { ids })).status).toBe(422);
    expect((await admin.call('sort-menus', { ids: [ids[0], ids[0]] })).status).toBe(422);
  });

  test('belong to the root: a company may not change them whatever its role grants', async () => {
    const organisationId = await addOrganisation(fixture.database, 'Company');
    const grants = { menus: ALL };
    await addUser(fixture.database, { username: 'company', password: PASSWORD, organisationId, grants, priority: 1 });
    const company = await fixture.signedIn('company', PASSWORD);
    const id = menuIds.get('vehicles');
    expect((await company.call('get-menu-list')).status).toBe(200);
    expect((await company.call('save-menu', { id, title: 'Ours', icon: 'car', CM: 1 })).status).toBe(403);
    expect((await company.call('sort-menus', { ids: [id] })).status).toBe(403);
  });
});

const paths = async (browser: TestBrowser) => {
  const { menuList = [] } = await browser.call('get-nav-menu');
  const pathsOf = (items: typeof menuList): string[] =>
    items.flatMap(({ path, submenu }) => [path, ...pathsOf(submenu)]);
  return pathsOf(menuList);
};
const check = (browser: TestBrowser) => browser.call('get-privilege-check', { menu: 1 });

describe('the distribution privilege', () => {
  test('belongs to the administrator, who grants it to a role by the matrix', async () => {
    expect(await check(admin)).toEqual({ status: 200, privilege: '1' });
    await addUser(fixture.database, { username: 'seller', password: PASSWORD, organisationId: 1, grants: {} });
    const seller = await fixture.signedIn('seller', PASSWORD);
    expect(await check(seller)).toEqual({ status: 200, privilege: '0' });

    const { grants: matrix = [] } = await admin.call('get-role-menu');
    const row = matrix.find(({ key }) => key === 'distribution');
    expect(row).toMatchObject({ title: 'Distribution dashboard', grantable: { view: true } });
    const id = (await admin.call('get-role-list')).rows?.find(({ name }) => name === 'Role of seller')?.id;
    const save = (actions: Action[]) =>
      admin.call('save-role', {
        id,
        name: 'Role of seller',
        priority: 100,
        grants: [{ ...grant('distribution', actions), menuId: row?.menuId }],
      });
    expect((await save(['view'])).status).toBe(200);
    expect(await check(seller)).toEqual({ status: 200, privilege: '1' });
    await save([]);
    expect(await check(seller)).toEqual({ status: 200, privilege: '0' });
  });

  test('is not granted by a person who lacks it', async () => {
    const input = { name: 'Seller', priority: 20, grants: [grant('distribution', ['view'])] };
    expect((await chief.call('save-role', input)).status).toBe(403);
  });

  test('puts its screen into the menu of people who have it', async () => {
    expect(await paths(admin)).toContain('dashboard/distribution-main');
    const seller = await fixture.signedIn('seller', PASSWORD);
    expect(await paths(seller)).not.toContain('dashboard/distribution-main');
  });
});
