import type { Action, MenuKey } from '@milepost/contract/rights';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture, MAIL } from '../../testing/http-fixture.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const ALL: Action[] = ['view', 'create', 'edit', 'delete'];
const PASSWORD = 'a password of mine';

/**
 * North is a company with a branch. Its `chief` (priority 10) manages users, roles and organisations there and has the
 * vehicles, not the devices; `worker` sees vehicles.
 */
let fixture: HttpFixture;
let admin: TestBrowser;
let chief: TestBrowser;
let north: number;
let branch: number;
let worker: { id: number; roleId: number };
let count = 0;

const email = (name: string) => `${name}@example.org`;

beforeAll(async () => {
  fixture = await httpFixture({}, MAIL);
  admin = await fixture.signedIn();
  north = await addOrganisation(fixture.database, 'North');
  branch = await addOrganisation(fixture.database, 'Branch', north);
  const manage = { users: ALL, roles: ALL, organisations: ALL, vehicles: ['view', 'edit'] as Action[] };
  await person('chief', 10, manage);
  chief = await fixture.signedIn('chief', PASSWORD);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  worker = await person(`worker${++count}`, 50, { vehicles: ['view'] });
});

async function person(
  username: string,
  priority: number,
  grants: Partial<Record<MenuKey, Action[]>>,
): Promise<{ id: number; roleId: number }> {
  const { database } = fixture;
  const user = { username, password: PASSWORD, organisationId: north, grants, priority, email: email(username) };
  const id = await addUser(database, user);
  const { rows } = await database.query<{ role_id: number }>('SELECT role_id FROM users WHERE id = $1', [id]);
  return { id, roleId: rows[0]?.role_id ?? 0 };
}

const name = () => `worker${count}`;

/** The input of save-role for exactly these grants. */
async function matrix(grants: Partial<Record<MenuKey, Action[]>>) {
  const { grants: all = [] } = await admin.call('get-role-menu');
  return all.map(({ menuId, key }) => {
    const actions = Object.entries(grants).find(([menu]) => menu === key)?.[1] ?? [];
    return { menuId, ...Object.fromEntries(ALL.map((action) => [action, actions.includes(action)])) };
  });
}

async function saveRole(browser: TestBrowser, id: number, grants: Partial<Record<MenuKey, Action[]>>, other = {}) {
  return browser.call('save-role', {
    id,
    name: `Role of ${name()}`,
    priority: 50,
    grants: await matrix(grants),
    ...other,
  });
}

const saveUser = (browser: TestBrowser, other: Record<string, unknown> = {}) =>
  browser.call('save-user', {
    id: worker.id,
    username: name(),
    displayName: name(),
    email: email(name()),
    roleId: worker.roleId,
    organisationId: north,
    ...other,
  });

async function useLink(token: string): Promise<number> {
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  await fixture.database.query('DELETE FROM sign_in_failures');
  return (await browser.call('reset-password', { token, newPassword: 'the password of a thief' })).status;
}

async function linkByChief(): Promise<string> {
  expect((await chief.call('send-password-link', { id: worker.id })).status).toBe(200);
  return linkTo(fixture.database, email(name()));
}

const mailState = async () => {
  const { rows } = await fixture.database.query<{ state: string; secret: string | null }>(
    'SELECT state, secret FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
    [email(name())],
  );
  return rows[0];
};

describe('a role with permissions that its editor lacks', () => {
  const NOT_BELOW = { status: 403, message: 'This role is not below yours.' };

  test('is neither emptied, renamed nor removed by them, so that its members cannot be taken over', async () => {
    const installer = { vehicles: ['view'], devices: ['view', 'edit'] } satisfies Partial<Record<MenuKey, Action[]>>;
    await saveRole(admin, worker.roleId, installer);
    const before = await admin.call('get-role-by-id', { id: worker.roleId });
    expect(await saveRole(chief, worker.roleId, {})).toMatchObject(NOT_BELOW);
    expect(await saveRole(chief, worker.roleId, { vehicles: ['view'] })).toMatchObject(NOT_BELOW);
    expect(await saveRole(chief, worker.roleId, installer, { name: 'Mine' })).toMatchObject(NOT_BELOW);
    expect(await chief.call('delete-role', { id: worker.roleId })).toMatchObject(NOT_BELOW);
    expect(await admin.call('get-role-by-id', { id: worker.roleId })).toEqual(before);
    expect((await chief.call('send-password-link', { id: worker.id })).status).toBe(403);
    const { rows = [] } = await chief.call('get-role-list');
    expect(rows.find(({ id }) => id === worker.roleId)?.manageable).toBe(false);
  });

  test("with no more than its editor's is changed as before", async () => {
    expect((await saveRole(chief, worker.roleId, { vehicles: ['view', 'edit'] })).status).toBe(200);
    expect((await saveRole(chief, worker.roleId, {})).status).toBe(200);
  });
});

describe('a link to choose a password ends', () => {
  test('when the role gets other permissions, also when it had them before', async () => {
    const token = await linkByChief();
    await saveRole(admin, worker.roleId, { devices: ALL });
    expect(await mailState()).toEqual({ state: 'failed', secret: null });
    expect(await useLink(token)).toBe(422);
    await saveRole(admin, worker.roleId, { vehicles: ['view'] });
    expect(await useLink(token)).toBe(422);
  });

  test('when the role rises', async () => {
    const token = await linkByChief();
    await saveRole(admin, worker.roleId, { vehicles: ['view'] }, { priority: 5 });
    expect(await useLink(token)).toBe(422);
  });

  test('not when only the name of the role changes', async () => {
    const token = await linkByChief();
    expect((await saveRole(admin, worker.roleId, { vehicles: ['view'] }, { name: `New ${name()}` })).status).toBe(200);
    expect(await useLink(token)).toBe(200);
  });

  test('when the person gets another role', async () => {
    const token = await linkByChief();
    const { role } = await admin.call('save-role', { name: `Strong ${name()}`, priority: 2, grants: [] });
    expect((await saveUser(admin, { roleId: role?.id })).status).toBe(200);
    expect(await useLink(token)).toBe(422);
  });

  test('when the person is disabled, also once enabled again', async () => {
    const token = await linkByChief();
    for (const disabled of [true, false]) await chief.call('set-user-disabled', { id: worker.id, disabled });
    expect(await useLink(token)).toBe(422);
  });

  test('when the organisation moves below another', async () => {
    const moving = await addOrganisation(fixture.database, `Moving ${count}`, north);
    const mover = { username: `mover${count}`, password: PASSWORD, organisationId: moving, priority: 50 };
    const grants = { vehicles: ['view'] as Action[] };
    const id = await addUser(fixture.database, { ...mover, grants, email: email(mover.username) });
    expect((await chief.call('send-password-link', { id })).status).toBe(200);
    const token = await linkTo(fixture.database, email(mover.username));
    const moved = await admin.call('save-organisation', { id: moving, name: `Moving ${count}`, parentId: 1 });
    expect(moved.status).toBe(200);
    expect(await useLink(token)).toBe(422);
  });
});

describe('an organisation with a member whose role is from above', () => {
  test('stays below the organisation of that role, whose manager could otherwise change people of another company', async () => {
    const moving = await addOrganisation(fixture.database, `Moving ${count}`, branch);
    await saveUser(admin, { organisationId: moving });
    const move = (parentId: number) =>
      admin.call('save-organisation', { id: moving, name: `Moving ${count}`, parentId });
    const other = await addOrganisation(fixture.database, `Other ${count}`);
    for (const parentId of [1, other]) {
      expect(await move(parentId)).toMatchObject({
        status: 409,
        message: expect.stringMatching(
          /^A user there has a role from an organisation that would no longer be above theirs/,
        ),
      });
    }
    expect((await move(north)).status).toBe(200);
    await saveUser(admin);
    expect((await move(other)).status).toBe(200);
  });
});

describe('a person who moves to another organisation', () => {
  test('leaves links, sessions and API tokens behind', async () => {
    const { database } = fixture;
    await saveRole(admin, worker.roleId, { vehicles: ['view'], 'api-tokens': ALL });
    const browser = await fixture.signedIn(name(), PASSWORD);
    const { token: apiToken } = await browser.call('create-api-token', { name: 'Script', readOnly: true });
    await saveRole(admin, worker.roleId, { vehicles: ['view'] });
    const headers = { authorization: `Bearer ${apiToken}` };
    const script = async () =>
      (await fixture.browser().post({ body: { route: 'get-vehicle-list' }, headers })).json().status;
    const link = await linkByChief();
    expect(await script()).toBe(200);
    fixture.events.length = 0;

    expect((await saveUser(chief, { organisationId: branch })).status).toBe(200);
    expect(await useLink(link)).toBe(422);
    expect(await mailState()).toEqual({ state: 'failed', secret: null });
    expect((await browser.call('session-check')).status).toBe(400);
    expect(await script()).toBe(400);
    expect(fixture.events.map((event) => event.name)).toContain('session-ended');
    const { rows } = await database.query(
      `SELECT action FROM audit_log WHERE subject = 'api-token' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ action: 'delete' }]);
    expect((await fixture.browser().trySignIn(name(), PASSWORD)).status).toBe(200);
  });

  test('or only gets another name or address stays signed in', async () => {
    const browser = await fixture.signedIn(name(), PASSWORD);
    expect((await saveUser(chief, { displayName: 'Other', email: 'other@example.org' })).status).toBe(200);
    expect((await browser.call('session-check')).status).toBe(200);
  });
});
