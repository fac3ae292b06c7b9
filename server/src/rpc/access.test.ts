import { type RouteName, ROUTES } from '@milepost/contract/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OTHER_ROLES } from '../store/basic-menus.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

const names = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES);

const OPEN: RouteName[] = ['get-csrf-token-preLogin', 'login', 'logout'];
const SIGNED_IN: RouteName[] = [
  'get-csrf-token',
  'session-check',
  'get-nav-menu',
  'menu-check-by-id',
  'edit-permission-check',
  'create-permission-check',
  'delete-permission-check',
  'get-setup',
];
const ALLOWED: Record<string, RouteName[]> = {
  Dispatcher: [
    'get-vehicle-list',
    'get-vehicle-by-id',
    'get-group-list',
    'get-driver-list',
    'get-vehicle-track',
    'get-vehicle-now',
  ],
  Installer: [
    'get-device-list',
    'get-device-by-id',
    'save-device',
    'delete-device',
    'restore-device',
    'get-connect-info',
    'get-knock-list',
    'adopt-device',
  ],
  Nobody: [],
};
/** Valid by the contract, about things that do not exist: enough to get past the guards, and to change nothing. */
const INPUT: Record<string, unknown> = {
  id: 999_999,
  menuID: 1,
  vehicleId: 999_999,
  registration: 'SBA 1',
  name: 'North',
  identity: '356000000000001',
  protocol: 'gt06',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-02T00:00:00Z',
};

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await httpFixture();
  const roles = [...OTHER_ROLES, { name: 'Nobody', grants: {} }];
  for (const { name, grants } of roles) {
    await addUser(fixture.database, { username: name, password: 'pass-word', organisationId: 1, grants });
  }
});
afterAll(() => fixture.close());

const input = (name: RouteName) =>
  Object.fromEntries(Object.keys(ROUTES[name].input.shape).flatMap((key) => (key in INPUT ? [[key, INPUT[key]]] : [])));

test('only the calls of signing in and out are open', () => {
  expect(names.filter((name) => ROUTES[name].access === 'anyone').toSorted()).toEqual(OPEN.toSorted());
});

test.each(names.filter((name) => !OPEN.includes(name)))('%s answers nobody with status 400', async (name) => {
  const browser = fixture.browser();
  expect((await browser.call(name, input(name))).status).toBe(400);
  expect((await browser.call(name, { id: 'not even valid' })).status).toBe(400);
});

describe.each(Object.keys(ALLOWED))('%s', (role) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await fixture.signedIn(role, 'pass-word');
  });

  test.each(names.filter((name) => !OPEN.includes(name)))('calls %s', async (name) => {
    const answer = await browser.call(name, input(name));
    const allowed = SIGNED_IN.includes(name) || ALLOWED[role]?.includes(name);
    if (allowed) expect([200, 404]).toContain(answer.status);
    else expect(answer).toEqual({ status: 403, message: 'Permission Denied' });
  });
});

const grants = (actions: ('view' | 'create' | 'edit')[]) => ({ vehicles: actions, devices: actions });

test('a role that may view and edit may not create, and the other way round', async () => {
  const { database } = fixture;
  const password = 'pass-word';
  await addUser(database, { username: 'editor', password, organisationId: 1, grants: grants(['view', 'edit']) });
  await addUser(database, { username: 'creator', password, organisationId: 1, grants: grants(['view', 'create']) });
  const editor = await fixture.signedIn('editor', password);
  const creator = await fixture.signedIn('creator', password);

  expect(await editor.call('save-vehicle', { registration: 'NEW 1' })).toMatchObject({ status: 403 });
  expect(await editor.call('save-device', { identity: 'new-1' })).toMatchObject({ status: 403 });
  const { vehicle } = await creator.call('save-vehicle', { registration: 'NEW 1' });
  const { device } = await creator.call('save-device', { identity: 'new-1' });
  expect(await creator.call('save-vehicle', { id: vehicle?.id, registration: 'NEW 2' })).toMatchObject({ status: 403 });
  expect(await creator.call('save-device', { id: device?.id, identity: 'new-2' })).toMatchObject({ status: 403 });
  expect(await editor.call('save-vehicle', { id: vehicle?.id, registration: 'NEW 2' })).toMatchObject({ status: 200 });
  expect(await editor.call('save-device', { id: device?.id, identity: 'new-2' })).toMatchObject({ status: 200 });
});

test('the permission calls answer 1 and 0 by the role', async () => {
  const { rows } = await fixture.database.query<{ id: number; key: string }>('SELECT id, key FROM menus');
  const id = (key: string) => ({ menuID: rows.find((row) => row.key === key)?.id });
  const dispatcher = await fixture.signedIn('Dispatcher', 'pass-word');
  expect(await dispatcher.call('edit-permission-check', id('vehicles'))).toEqual({ status: 200, p_status: 0 });
  expect((await dispatcher.call('menu-check-by-id', id('vehicles'))).status).toBe(200);
  expect((await dispatcher.call('menu-check-by-id', id('track-vehicle'))).status).toBe(200);
  expect((await dispatcher.call('menu-check-by-id', id('devices'))).status).toBe(404);
  expect((await dispatcher.call('menu-check-by-id', id('settings'))).status).toBe(404);
  expect((await dispatcher.call('menu-check-by-id', { menuID: 999_999 })).status).toBe(404);
  const installer = await fixture.signedIn('Installer', 'pass-word');
  for (const route of ['edit', 'create', 'delete'] as const) {
    const name = `${route}-permission-check` as const;
    expect(await installer.call(name, id('devices'))).toEqual({ status: 200, p_status: 1 });
    expect(await installer.call(name, id('vehicles'))).toEqual({ status: 200, p_status: 0 });
  }
});
