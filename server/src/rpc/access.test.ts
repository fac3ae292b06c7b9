import { profileOperations } from '@milepost/contract/profile-operations';
import { PUBLIC_CALLS } from '@milepost/contract/public-paths';
import type { Operation } from '@milepost/contract/operation';
import { sessionOperations } from '@milepost/contract/session-operations';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR, STARTING_ROLES } from '../store/roles/basic-roles.ts';
import { BY_RECORD, expectedOf, NO_SCRIPT, OPEN, PERSON, ROUTE_NAMES, SIGNED_IN } from '../testing/expected-access.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { validInput } from '../testing/valid-input.ts';

let fixture: HttpFixture;
const ROLES = [...STARTING_ROLES, ADMINISTRATOR, { name: 'Nobody', priority: 99, grants: {} }];
beforeAll(async () => {
  fixture = await httpFixture();
  for (const { name, grants } of ROLES) {
    await addUser(fixture.database, { username: name, password: 'pass-word', organisationId: 1, grants });
  }
});
afterAll(() => fixture.close());

test('only sign-in, sign-out and public links are open', () => {
  const signingIn = OPEN.filter((name) => !PUBLIC_CALLS.some((call) => call === name));
  // The operations of signing in require the fixed token, the pre-login token or none. Only operations that need a
  // session require the session's token.
  for (const name of signingIn) expect(OPERATIONS[name].csrf, name).not.toBe('session');
  for (const name of signingIn) expect(name in sessionOperations || name in profileOperations, name).toBe(true);
  expect(OPEN).toHaveLength(14);
});

test.each(ROUTE_NAMES.filter((name) => !OPEN.includes(name)))(
  '%s never answers with status 400 without a session',
  async (name) => {
    const browser = fixture.browser();
    expect((await browser.call(name, validInput(name))).status).toBe(400);
    expect((await browser.call(name, { id: 'not even valid' })).status).toBe(400);
  },
);

test('no more operations than these need no permission for a menu, and no fewer are closed to scripts', () => {
  // A new entry must be checked by hand: what everybody may read must concern the own account, or be checked by its
  // handler.
  expect({
    signedIn: SIGNED_IN.length,
    person: PERSON.length,
    noScript: NO_SCRIPT.length,
    byRecord: BY_RECORD.length,
  }).toEqual({
    signedIn: 34,
    person: 21,
    noScript: 44,
    byRecord: 14,
  });
});

/**
 * The statuses that a reply to a permitted caller may have: 409 and 404 where the definition of the operation lists
 * them.
 */
const answersOf = (name: OperationName): number[] => {
  const { errors = [] }: Operation = OPERATIONS[name];
  return [200, 422, ...errors];
};

describe.each(ROLES)('$name', (role) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await fixture.signedIn(role.name, 'pass-word');
  });

  test.each(ROUTE_NAMES.filter((name) => !OPEN.includes(name)))('may call %s as expected', async (name) => {
    const answer = await browser.call(name, validInput(name));
    if (expectedOf(role, name)) expect(answersOf(name), answer.message).toContain(answer.status);
    else expect(answer).toMatchObject({ status: 403, message: 'Permission Denied' });
  });
});

/** Operations that only read. */
const READING = ROUTE_NAMES.filter(
  (name) => name.startsWith('get-') || name.endsWith('-check') || name.endsWith('-by-id'),
);

describe.each([false, true])('an API token of the administrator, read-only: %s', (readOnly) => {
  let authorization: string;
  beforeAll(async () => {
    const admin = await fixture.signedIn();
    const { token } = await admin.call('create-api-token', { name: 'Script', readOnly });
    authorization = `Bearer ${token}`;
  });

  test.each(ROUTE_NAMES)('may call %s as expected', async (name) => {
    const body = { route: name, ...validInput(name) };
    const answer = (await fixture.browser().post({ body, headers: { authorization } })).json();
    const forPeople = [...OPEN, ...PERSON, ...NO_SCRIPT].includes(name);
    if (forPeople || (readOnly && !READING.includes(name))) expect(answer.status).toBe(403);
    else expect(answersOf(name), answer.message).toContain(answer.status);
  });

  test.each(['edit', 'create', 'delete'])('gets its own permissions from %s-permission-check', async (action) => {
    const { rows } = await fixture.database.query<{ id: number }>(`SELECT id FROM menus WHERE key = 'vehicles'`);
    const body = { route: `${action}-permission-check`, menuID: rows[0]?.id };
    const answer = (await fixture.browser().post({ body, headers: { authorization } })).json();
    expect(answer).toEqual({ status: 200, p_status: readOnly ? 0 : 1 });
  });
});

const SAVING = ROUTE_NAMES.filter((name) => {
  const { access } = OPERATIONS[name];
  return typeof access === 'object' && access.action === 'save';
});

test('every operation with or without an id requires the matching action', () => {
  const takesBoth = ROUTE_NAMES.filter((name) => {
    const { input, access } = OPERATIONS[name];
    return name.startsWith('save-') && typeof access === 'object' && 'id' in input.shape && input.shape.id.isOptional();
  });
  expect(SAVING).toHaveLength(26);
  for (const name of takesBoth) {
    const { oneRight }: Operation = OPERATIONS[name];
    expect(SAVING.includes(name) || oneRight !== undefined, name).toBe(true);
    expect(SAVING.includes(name) && oneRight !== undefined, name).toBe(false);
  }
});

describe.each(SAVING)('%s', (name) => {
  const { access } = OPERATIONS[name];
  const menu = typeof access === 'object' ? access.menu : null;
  // Valid or not: without permission, no reply reveals what is wrong with an input.
  const inputs = [validInput(name), {}];

  test.each([
    { actions: ['view'], creates: false, edits: false },
    { actions: ['view', 'create'], creates: true, edits: false },
    { actions: ['view', 'edit'], creates: false, edits: true },
    { actions: ['create', 'edit', 'delete'], creates: false, edits: false },
  ] as const)('can be called by a role that may $actions', async ({ actions, creates, edits }) => {
    const username = `${name} ${actions.join(' ')}`;
    const grants = { [menu ?? '']: actions };
    await addUser(fixture.database, { username, password: 'pass-word', organisationId: 1, grants });
    const browser = await fixture.signedIn(username, 'pass-word');
    for (const input of inputs) {
      const created = await browser.call(name, input);
      expect(created.status !== 403, created.message).toBe(creates);
      const edited = await browser.call(name, { ...input, id: 2_147_483_646 });
      expect(edited.status !== 403, edited.message).toBe(edits);
    }
  });
});

test('the permission operations answer 1 and 0 by the role', async () => {
  const { rows } = await fixture.database.query<{ id: number; key: string }>('SELECT id, key FROM menus');
  const id = (key: string) => ({ menuID: rows.find((row) => row.key === key)?.id });
  const dispatcher = await fixture.signedIn('Dispatcher', 'pass-word');
  expect(await dispatcher.call('edit-permission-check', id('vehicles'))).toEqual({ status: 200, p_status: 0 });
  expect((await dispatcher.call('menu-check-by-id', id('vehicles'))).status).toBe(200);
  expect((await dispatcher.call('menu-check-by-id', id('track-vehicle'))).status).toBe(200);
  expect((await dispatcher.call('menu-check-by-id', id('devices'))).status).toBe(404);
  expect((await dispatcher.call('menu-check-by-id', id('administration'))).status).toBe(404);
  expect((await dispatcher.call('menu-check-by-id', { menuID: 999_999 })).status).toBe(404);
  const installer = await fixture.signedIn('Installer', 'pass-word');
  for (const action of ['edit', 'create', 'delete'] as const) {
    const name = `${action}-permission-check` as const;
    expect(await installer.call(name, id('devices'))).toEqual({ status: 200, p_status: 1 });
    expect(await installer.call(name, id('drivers'))).toEqual({ status: 200, p_status: 0 });
  }
  // The browser assigns these flags to menus by their ids.
  const { menuIds } = await installer.call('get-setup');
  expect(menuIds).toEqual(Object.fromEntries(rows.map((row) => [row.key, row.id])));
});

describe('a menu in the checks of the specification', () => {
  const CHECKS = [
    ['menu-check-by-id', 'menuID'],
    ['edit-permission-check', 'menuID'],
    ['create-permission-check', 'menuID'],
    ['delete-permission-check', 'menuID'],
    ['get-privilege-check', 'menu'],
  ] as const;
  const UNKNOWN = [
    999_999,
    '999999',
    0,
    -1,
    '-1',
    7.5,
    1e300,
    '1e300',
    '9'.repeat(5000),
    'vehicles',
    '',
    ' 1',
    null,
    true,
  ];

  test.each(CHECKS)('%s accepts %s as a number, as its digits, and as the JSON in storage', async (name, field) => {
    const dispatcher = await fixture.signedIn('Dispatcher', 'pass-word');
    const { rows } = await fixture.database.query<{ id: number }>(`SELECT id FROM menus WHERE key = 'vehicles'`);
    const id = field === 'menu' ? 1 : rows[0]?.id;
    const expected = await dispatcher.call(name, { [field]: id });
    expect(expected.status).toBe(200);
    expect(await dispatcher.call(name, { [field]: String(id) })).toEqual(expected);
    expect(await dispatcher.call(name, { [field]: JSON.stringify(String(id)) })).toEqual(expected);
  });

  test.each(CHECKS)('%s answers 404 to any other %s, and to a missing one', async (name, field) => {
    const dispatcher = await fixture.signedIn('Dispatcher', 'pass-word');
    for (const menu of [...UNKNOWN, [1], { id: 1 }, 'a\0b']) {
      expect(await dispatcher.call(name, { [field]: menu }), JSON.stringify(menu)).toMatchObject({ status: 404 });
    }
    expect((await dispatcher.call(name, {})).status).toBe(404);
  });
});
