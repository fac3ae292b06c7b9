import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let maker: TestBrowser;
let makerId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const actions = ['view', 'create', 'edit', 'delete'] as const;
  const grants = { 'api-tokens': actions, vehicles: actions, 'audit-log': actions };
  makerId = await addUser(fixture.database, { username: 'maker', password: 'pass-word', organisationId: 1, grants });
  await addUser(fixture.database, { username: 'peer', password: 'pass-word', organisationId: 1, grants });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  maker = await fixture.signedIn('maker', 'pass-word');
});

const make = async (input: Record<string, unknown> = {}) => {
  const made = await maker.call('create-api-token', { name: 'Script', readOnly: false, ...input });
  return { token: made.token ?? '', id: made.row?.id };
};
/** A call without cookies, CSRF headers or Origin, as a script sends it. */
const call = async (token: string, operation: string, input: Record<string, unknown> = {}, more = {}) => {
  const headers = { authorization: `Bearer ${token}`, ...more };
  return (await fixture.browser().post({ body: { route: operation, ...input }, headers })).json();
};

test('a token calls without cookie and CSRF headers, as its maker', async () => {
  const { token } = await make();
  expect(token).toMatch(/^mp_[\w-]{43}$/);
  expect((await call(token, 'save-vehicle', { registration: 'SBT TOKEN' })).status).toBe(200);
  expect(await call(token, 'get-device-list')).toMatchObject({ status: 403, message: 'Permission Denied' });
  const { rows } = await maker.call('get-audit-list', { search: 'TOKEN SBT' });
  expect(rows?.[0]?.username).toBe('maker (token Script)');
});

test('it may do no more than its maker may at the time', async () => {
  const { token } = await make();
  const grant = (on: boolean) =>
    fixture.database.query(
      `UPDATE role_permissions SET can_view = $2 WHERE menu_id = (SELECT id FROM menus WHERE key = 'vehicles')
       AND role_id = (SELECT role_id FROM users WHERE id = $1)`,
      [makerId, on],
    );
  await grant(false);
  expect((await call(token, 'get-vehicle-list')).status).toBe(403);
  await grant(true);
  expect((await call(token, 'get-vehicle-list')).status).toBe(200);
  await fixture.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [makerId]);
  expect((await call(token, 'get-vehicle-list')).status).toBe(400);
  await fixture.database.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [makerId]);
  expect((await call(token, 'get-vehicle-list')).status).toBe(200);
});

test('a read-only one changes nothing, whatever action the operation requires', async () => {
  const { token } = await make({ readOnly: true });
  expect((await call(token, 'get-vehicle-list')).status).toBe(200);
  for (const [operation, input] of [
    ['save-vehicle', { registration: 'TOKEN 2' }],
    ['save-group', { name: 'Tokens' }],
    ['delete-vehicle', { id: 1 }],
  ] as const) {
    expect(await call(token, operation, input)).toMatchObject({ status: 403, message: 'Permission Denied' });
  }
  const { permissions } = await call(token, 'get-setup');
  expect(permissions.vehicles).toEqual({ view: true, create: false, edit: false, delete: false });
});

test('the bell notifies its owner, who may differ from the person who made it', async () => {
  await make();
  const { rows } = await maker.call('get-notification-list');
  expect(rows?.[0]).toMatchObject({ kind: 'account', title: 'An API token was created' });
});

test('a token that was removed, expired, or never existed is not signed in', async () => {
  const { token, id } = await make();
  await maker.call('delete-api-token', { id });
  const gone = { status: 400, message: 'This API token is unknown or has expired.' };
  expect(await call(token, 'get-vehicle-list')).toMatchObject(gone);
  const short = await make({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect((await call(short.token, 'get-vehicle-list')).status).toBe(200);
  await fixture.database.query('UPDATE api_tokens SET expires_at = now() WHERE id = $1', [short.id]);
  expect(await call(short.token, 'get-vehicle-list')).toMatchObject(gone);
  expect(await call('mp_nothing', 'get-vehicle-list')).toMatchObject(gone);
  const past = await maker.call('create-api-token', { name: 'x', readOnly: true, expiresAt: '2026-01-01T00:00:00Z' });
  expect(past).toMatchObject({ status: 422, fields: { expiresAt: 'Must be in the future.' } });
});

test('the header precedes the cookie, and does not spare a cookie call its CSRF checks', async () => {
  const cookie = [...maker.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = { route: 'get-vehicle-list' };
  const browser = fixture.browser();
  const answer = async (headers: Record<string, string>) => (await browser.post({ body, headers })).json().status;
  expect(await answer({ cookie, authorization: 'Bearer mp_nothing' })).toBe(400);
  expect(await answer({ cookie, authorization: 'Bearer other' })).toBe(403);
  expect(await answer({ cookie, authorization: 'Basic bXBfeDp5' })).toBe(403);
  const { token } = await make();
  expect(await answer({ authorization: `Bearer ${token}`, origin: 'https://evil.example' })).toBe(403);
});

test('is stored as a hash only; its last use is written once a minute', async () => {
  const { token, id } = await make();
  const { rows } = await fixture.database.query<{ text: string }>('SELECT t::text AS text FROM api_tokens t');
  expect(rows.map((row) => row.text).join('\n')).not.toContain(token);
  const lastUse = async () => (await maker.call('get-api-token-list')).rows?.find((row) => row.id === id)?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  await call(token, 'get-vehicle-list');
  const first = await lastUse();
  expect(first).not.toBeNull();
  await call(token, 'get-vehicle-list');
  expect(await lastUse()).toBe(first);
  await fixture.database.query(`UPDATE api_tokens SET last_used_at = now() - interval '61 seconds' WHERE id = $1`, [
    id,
  ]);
  await call(token, 'get-vehicle-list');
  expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThan(Date.parse(first ?? '') - 1);
});

test('those of a person of equal rank are neither shown nor removed; the administrator sees all', async () => {
  const { id } = await make();
  const peer = await fixture.signedIn('peer', 'pass-word');
  expect((await peer.call('get-api-token-list')).rows).toEqual([]);
  expect((await peer.call('delete-api-token', { id })).status).toBe(404);
  const admin = await fixture.signedIn();
  expect((await admin.call('get-api-token-list')).rows?.map((row) => row.id)).toContain(id);
  expect((await admin.call('delete-api-token', { id })).status).toBe(200);
});
