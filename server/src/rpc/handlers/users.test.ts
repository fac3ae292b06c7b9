import type { Action, MenuKey } from '@milepost/contract/rights';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture, MAIL } from '../../testing/http-fixture.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const ALL: Action[] = ['view', 'create', 'edit', 'delete'];
const PASSWORD = 'a password of mine';

/**
 * North is a company with a branch. `chief` (priority 10) manages users and roles there and sees vehicles, `peer` has
 * the same rank, `worker` (50) only sees vehicles, and `installer` (50) has devices, which the chief has not.
 */
let fixture: HttpFixture;
let admin: TestBrowser;
let chief: TestBrowser;
let north: number;
let branch: number;
let south: number;
let ids: Record<'chief' | 'peer' | 'worker' | 'installer' | 'southerner', number>;
const email = (name: string) => `${name}@example.org`;

beforeAll(async () => {
  fixture = await httpFixture({}, MAIL);
  const { database } = fixture;
  admin = await fixture.signedIn();
  north = await addOrganisation(database, 'North');
  branch = await addOrganisation(database, 'Branch', north);
  south = await addOrganisation(database, 'South');
  const manage = { users: ALL, roles: ALL, sessions: ALL, outbox: ALL, vehicles: ['view', 'edit'] as Action[] };
  const add = (
    username: string,
    priority: number,
    grants: Partial<Record<MenuKey, Action[]>>,
    organisationId = north,
  ) => addUser(database, { username, password: PASSWORD, organisationId, grants, priority, email: email(username) });
  ids = {
    chief: await add('chief', 10, manage),
    peer: await add('peer', 10, manage),
    worker: await add('worker', 50, { vehicles: ['view'] }),
    installer: await add('installer', 50, { devices: ['view'] }),
    southerner: await add('southerner', 50, { vehicles: ['view'] }, south),
  };
  chief = await fixture.signedIn('chief', PASSWORD);
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.events.length = 0;
});

const roleOf = async (userId: number) => {
  const { rows } = await fixture.database.query<{ role_id: number }>('SELECT role_id FROM users WHERE id = $1', [
    userId,
  ]);
  return rows[0]?.role_id ?? 0;
};
const everybody = async () =>
  (await fixture.database.query('SELECT username, role_id, organisation_id, email, disabled_at FROM users ORDER BY id'))
    .rows;
const saving = async (name: keyof typeof ids, other: Record<string, unknown> = {}) => ({
  id: ids[name],
  username: name,
  displayName: name,
  email: email(name),
  roleId: await roleOf(ids[name]),
  organisationId: name === 'southerner' ? south : north,
  ...other,
});

describe('a user cannot be managed', () => {
  const calls = [
    ['save-user', (id: number) => ({ id, username: 'x', displayName: 'X', email: 'x@example.org' })],
    ['set-user-disabled', (id: number) => ({ id, disabled: true })],
    ['send-password-link', (id: number) => ({ id })],
    ['force-sign-out', (id: number) => ({ id })],
    ['reset-two-factor', (id: number) => ({ id })],
  ] as const;

  test.each(calls)('by %s when the role is not below, grants more, or it is oneself', async (name, input) => {
    const before = await everybody();
    const worker = { roleId: await roleOf(ids.worker), organisationId: north };
    const attempt = (id: number) => chief.call(name, { ...worker, ...input(id) });
    const notBelow = { status: 403, message: 'This role is not below yours.' };
    expect(await attempt(ids.peer)).toMatchObject(notBelow);
    // Lower in rank, but the chief would gain the installer's permissions.
    expect(await attempt(ids.installer)).toMatchObject(notBelow);
    expect(await attempt(ids.chief)).toMatchObject({
      status: 403,
      message: 'You cannot change your own account here.',
    });
    expect((await attempt(ids.southerner)).status).toBe(404);
    expect((await attempt(1)).status).toBe(404);
    expect(await everybody()).toEqual(before);
  });

  test('and the list shows it', async () => {
    const { rows } = await chief.call('get-user-list');
    expect(rows?.map((row) => [row.username, row.manageable])).toEqual([
      ['chief', false],
      ['installer', false],
      ['peer', false],
      ['worker', true],
    ]);
  });
});

describe('nobody is promoted above a limit', () => {
  test('by the own role, one of equal rank, one that grants more, or one of another organisation', async () => {
    const before = await everybody();
    const refusal = { status: 422, fields: { roleId: 'This role is not available.' } };
    for (const one of ['chief', 'peer', 'installer', 'southerner'] as const) {
      const roleId = await roleOf(ids[one]);
      expect(await chief.call('save-user', await saving('worker', { roleId })), one).toMatchObject(refusal);
      const fresh = { username: 'puppet', displayName: 'P', email: 'p@example.org', roleId, organisationId: north };
      expect(await chief.call('save-user', fresh), one).toMatchObject(refusal);
    }
    expect(await chief.call('save-user', await saving('worker', { roleId: 1 }))).toMatchObject(refusal);
    const abroad = await saving('worker', { organisationId: south });
    expect(await chief.call('save-user', abroad)).toMatchObject({
      status: 422,
      fields: { organisationId: 'This organisation is not available.' },
    });
    expect(await everybody()).toEqual(before);
  });

  test('by the choices of the form', async () => {
    const { roles, organisations } = await chief.call('get-user-choices');
    expect(roles?.map((role) => role.name)).toEqual(['Role of worker']);
    expect(organisations?.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['Branch', north],
      ['North', null],
    ]);
  });

  test("a role of the branch is not assigned in the company above it, the company's is in the branch", async () => {
    const { role } = await chief.call('save-role', { name: 'Of North', priority: 60, grants: [] });
    const inBranch = await saving('worker', { roleId: role?.id, organisationId: branch });
    expect((await chief.call('save-user', inBranch)).user).toMatchObject({ roleName: 'Of North' });
    await fixture.database.query('UPDATE roles SET organisation_id = $2 WHERE id = $1', [role?.id, branch]);
    expect((await chief.call('save-user', { ...inBranch, organisationId: north })).status).toBe(422);
    const { rows } = await fixture.database.query<{ id: number }>(`SELECT id FROM roles WHERE name = 'Role of worker'`);
    expect((await chief.call('save-user', { ...inBranch, roleId: rows[0]?.id, organisationId: north })).status).toBe(
      200,
    );
  });
});

const stateOfWorker = async () => (await chief.call('get-user-list', { search: 'worker' })).rows?.[0]?.state;

describe('a user', () => {
  test('is signed out immediately when disabled, and back with a new sign-in', async () => {
    const worker = await fixture.signedIn('worker', PASSWORD);
    const { user } = await chief.call('set-user-disabled', { id: ids.worker, disabled: true });
    expect(user?.state).toBe('disabled');
    expect((await worker.call('session-check')).status).toBe(400);
    expect(fixture.events.filter((event) => event.name === 'session-ended').length).toBeGreaterThan(0);
    expect((await fixture.browser().trySignIn('worker', PASSWORD)).status).toBe(422);
    const { rows } = await chief.call('get-sign-in-list', { search: 'worker', sort: 'at', direction: 'desc' });
    expect(rows?.[0]).toMatchObject({ username: 'worker', result: 'disabled' });
    expect((await chief.call('set-user-disabled', { id: ids.worker, disabled: false })).user?.state).toBe('active');
    expect((await fixture.browser().trySignIn('worker', PASSWORD)).status).toBe(200);
  });

  test('has a new role at the next call, and is notified', async () => {
    const { role } = await admin.call('save-role', { name: 'Nothing', priority: 70, grants: [] });
    await fixture.database.query('UPDATE roles SET organisation_id = $2 WHERE id = $1', [role?.id, north]);
    const worker = await fixture.signedIn('worker', PASSWORD);
    expect((await worker.call('get-vehicle-list')).status).toBe(200);
    const back = await saving('worker');
    await chief.call('save-user', { ...back, roleId: role?.id });
    expect((await worker.call('get-vehicle-list')).status).toBe(403);
    expect(fixture.events).toContainEqual({ name: 'access-changed', event: { userId: ids.worker, roleId: null } });
    const { rows } = await worker.call('get-notification-list', { unreadOnly: true });
    expect(rows?.[0]).toMatchObject({ title: 'Your role was changed', text: 'chief made you Nothing of North.' });
    await chief.call('save-user', back);
    expect((await worker.call('get-vehicle-list')).status).toBe(200);
  });

  test('loses all sessions when signed out, and nothing else', async () => {
    const one = await fixture.signedIn('worker', PASSWORD);
    await fixture.database.query(`UPDATE login_sessions SET ended_at = now() WHERE user_id = $1`, [ids.worker]);
    const two = await fixture.signedIn('worker', PASSWORD);
    const three = await fixture.signedIn('worker', PASSWORD);
    expect(await chief.call('force-sign-out', { id: ids.worker })).toEqual({ status: 200, ended: 2 });
    for (const browser of [one, two, three]) expect((await browser.call('session-check')).status).toBe(400);
    expect((await chief.call('session-check')).status).toBe(200);
  });

  test('loses a single session, unless the user is not below the caller', async () => {
    const worker = await fixture.signedIn('worker', PASSWORD);
    const peer = await fixture.signedIn('peer', PASSWORD);
    const { rows = [] } = await chief.call('get-session-list', { search: 'worker' });
    const peers = await chief.call('get-session-list', { search: 'peer' });
    expect((await chief.call('end-session', { id: peers.rows?.[0]?.id })).status).toBe(403);
    for (const { id } of rows) await chief.call('end-session', { id });
    expect((await worker.call('session-check')).status).toBe(400);
    expect((await peer.call('session-check')).status).toBe(200);
  });

  test('is shown as locked after five wrong passwords, until the wait is over', async () => {
    for (let i = 0; i < 5; i++) await fixture.browser().trySignIn('worker', 'wrong');
    expect(await stateOfWorker()).toBe('locked');
    await fixture.database.query(`UPDATE sign_in_failures SET last_at = last_at - interval '3 seconds'`);
    expect(await stateOfWorker()).toBe('active');
    await fixture.database.query('DELETE FROM sign_in_failures');
  });

  test('cannot get the name of another user, whoever has it', async () => {
    const answer = await chief.call('save-user', await saving('worker', { username: 'Southerner' }));
    expect(answer).toMatchObject({ status: 409, fields: { username: 'Another user has this name.' } });
  });

  test('loses the link sent to the old mail address when that is changed', async () => {
    await chief.call('send-password-link', { id: ids.worker });
    const token = await linkTo(fixture.database, email('worker'));
    await chief.call('save-user', await saving('worker', { email: 'moved@example.org' }));
    const browser = fixture.browser();
    browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
    expect((await browser.call('reset-password', { token, newPassword: 'something new' })).status).toBe(422);
  });
});

const addSecond = async () => {
  const input = { username: 'second', displayName: 'Second', email: email('second'), roleId: 1, organisationId: 1 };
  return (await admin.call('save-user', input)).user?.id ?? 0;
};

describe('administrators of the root', () => {
  test('manage each other, so that there can be a second; the last one stays', async () => {
    const id = await addSecond();
    expect(id).toBeGreaterThan(0);
    const token = await linkTo(fixture.database, email('second'));
    const open = fixture.browser();
    open.preLoginToken = (await open.call('get-csrf-token-preLogin')).csrfToken ?? '';
    await open.call('reset-password', { token, newPassword: PASSWORD });
    const other = await fixture.signedIn('second', PASSWORD);
    expect((await other.call('set-user-disabled', { id: 1, disabled: true })).status).toBe(200);
    expect((await admin.call('session-check')).status).toBe(400);
    expect((await other.call('set-user-disabled', { id, disabled: true })).status).toBe(403);
    await other.call('set-user-disabled', { id: 1, disabled: false });
    admin = await fixture.signedIn();
    // Both calls are made concurrently, and one of them comes too late.
    const answers = await Promise.all([
      other.call('set-user-disabled', { id: 1, disabled: true }),
      admin.call('set-user-disabled', { id, disabled: true }),
    ]);
    expect(answers.map((answer) => answer.status)).not.toEqual([200, 200]);
    const { rows } = await fixture.database.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM users WHERE role_id = 1 AND disabled_at IS NULL',
    );
    expect(rows[0]?.left).toBe(1);
  });
});
