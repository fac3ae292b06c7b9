// Specification, section 7: each call of the table, made by the screens of a browser to the real server.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { localStorageOf } from './harness/browser-page.ts';
import { inDatabase } from './harness/database.ts';
import { openFromPalette } from './harness/palette.ts';
import { tableRow } from './harness/table.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn, signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';
import { CALL_PATH, watchCalls, type WireCall } from './harness/wire.ts';

const running = useRunning();
const ID = expect.any(Number);
const TOKEN = expect.stringMatching(/^\S{20,}$/);

let calls: WireCall[];
/** The local storage while the first screens were used, and the number of calls made by then. */
let stored: { csrfToken: string; menuID: number; after: number };

/** The content of the header X-CSRFToken: nothing, the fixed value, the pre-login token, or the stored one. */
type TokenKind = 'none' | 'fixed' | 'pre-login' | 'stored';

/** The table of section 7: call, operation, the rest of the body, token, and the fields read from the reply. */
const TABLE: [call: string, operation: string, input: object, token: TokenKind, answer: object | null][] = [
  ['get CSRF token', 'get-csrf-token', {}, 'fixed', { csrfToken: TOKEN }],
  ['pre-login token', 'get-csrf-token-preLogin', {}, 'fixed', { csrfToken: TOKEN }],
  // Nothing is read from its reply: the page is left.
  ['logout', 'logout', {}, 'none', null],
  ['session check', 'session-check', { url_name: expect.stringMatching(/^\//) }, 'none', {}],
  ['menu check', 'menu-check-by-id', { menuID: ID }, 'none', {}],
  ['edit permission', 'edit-permission-check', { menuID: ID }, 'none', { p_status: 1 }],
  ['create permission', 'create-permission-check', { menuID: ID }, 'none', { p_status: 1 }],
  ['delete permission', 'delete-permission-check', { menuID: ID }, 'none', { p_status: 1 }],
  ['navigation menu', 'get-nav-menu', {}, 'none', { menuList: expect.any(Array) }],
  ['privilege check', 'get-privilege-check', { menu: 1 }, 'none', { privilege: '1' }],
  ['getProfile', 'get-profile', {}, 'stored', { profile: expect.objectContaining({ username: 'admin' }) }],
  [
    'update',
    'update-profile',
    expect.objectContaining({ phone: '+598 2 123' }),
    'stored',
    { profile: expect.objectContaining({ phone: '+598 2 123' }) },
  ],
  ['getNotificationShowPermission', 'get-notification-show-permission', {}, 'none', { p_status: 1 }],
  ['payment data', 'get-payment-data', {}, 'none', { payments: [] }],
  ['getRoleList', 'get-role-list', {}, 'stored', { rows: expect.any(Array) }],
  ['saveRole', 'save-role', expect.objectContaining({ name: 'Auditor', priority: 30 }), 'stored', {}],
  ['getRoleByID', 'get-role-by-id', { id: ID }, 'stored', { role: expect.objectContaining({ name: 'Auditor' }) }],
  ['deleteRole', 'delete-role', { id: ID }, 'stored', {}],
  ['menu of the role service', 'get-role-menu', {}, 'stored', { grants: expect.any(Array) }],
  ['user of the role service', 'get-role-user', { id: ID }, 'stored', { rows: [] }],
  ['priority of the role service', 'get-role-priority', {}, 'none', { own: 1 }],
];

beforeAll(async () => {
  const { server } = running;
  const opened = await running.open();
  const { page } = opened;
  calls = watchCalls(page);
  await signIn(opened, server, { path: '/dashboard/main' });

  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Vehicles' }).click();
  await page.waitForURL('**/vehicle-info');
  await openFromPalette(page, 'Add a vehicle');
  await page.getByRole('dialog', { name: 'New vehicle' }).waitFor();
  const { csrfToken = '', menuID = '' } = await localStorageOf(opened.context);
  stored = { csrfToken, menuID: JSON.parse(menuID), after: calls.length };

  await page.goto(`${server.address}/extra-pages/profile`);
  await page.getByLabel('Phone').fill('+598 2 123');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your profile was saved.').waitFor();

  await page.goto(`${server.address}/admin/payments`);
  await page.getByText('This organisation has no payments.').waitFor();
  await makeAndDeleteRole(page, server.address);

  // Opening sign-in again while signed in: the second variant of the login.
  await page.goto(`${server.address}/authentication/signin`);
  await fillSignIn(page, server.username, server.password);
  await page.waitForURL(/\/track-vehicle(\?|$)/);
  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/authentication/signin');
});

async function makeAndDeleteRole(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/admin/roles`);
  await page.getByRole('button', { name: 'Add role' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Auditor');
  await form.getByLabel('Priority').fill('30');
  await form.getByRole('checkbox', { name: 'Audit log: View' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await tableRow(page, 'Auditor').click();
  await form.getByText('No one has this role.').waitFor();
  await form.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Auditor?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Auditor was deleted.').waitFor();
}

const made = (route: string) => {
  const found = calls.filter((call) => call.route === route);
  if (found.length === 0) throw new Error(`${route} was not called`);
  return found;
};
/** The newest successful one. */
async function succeeded(route: string): Promise<Record<string, unknown>> {
  const answers = await Promise.all(made(route).map(({ answer }) => answer));
  return answers.findLast((answer) => answer?.body.status === 200)?.body ?? {};
}

/** Calls from the page itself, as a script of this origin could make them. */
const callFrom = (page: Page, body: string, headers: Record<string, string>) =>
  page.evaluate(
    async (given) => {
      const answer: { status: number } = JSON.parse(
        await (await fetch(`/${Date.now()}.html`, { method: 'POST', ...given })).text(),
      );
      return answer.status;
    },
    { body, headers },
  );

describe('every call', () => {
  test('is a POST to the own origin, at the milliseconds of now with suffix .html, whatever the operation', () => {
    expect(calls.length).toBeGreaterThan(40);
    for (const { method, url, at } of calls) {
      expect(method).toBe('POST');
      expect(url.origin).toBe(running.server.address);
      expect(url.pathname).toMatch(/^\/\d{13}\.html$/);
      expect(url.search).toBe('');
      expect(Math.abs(at - Number.parseInt(url.pathname.slice(1), 10))).toBeLessThan(5000);
    }
  });

  test('requests JSON, and gets HTTP 200 with a status in the body', async () => {
    for (const { headers, answer } of calls) {
      expect(headers['accept']).toBe('application/json');
      const came = await answer;
      if (came !== null) expect(came).toMatchObject({ http: 200, body: { status: expect.any(Number) } });
    }
  });

  test('carries the cookie XSRF-TOKEN in the header X-XSRF-TOKEN, from the first answer that set it', () => {
    const [first, ...rest] = calls.filter(({ route }) => route !== 'session-check');
    expect(first?.route).toBe('get-csrf-token-preLogin');
    expect(first?.headers).not.toHaveProperty('x-xsrf-token');
    for (const { headers } of rest) expect(headers['x-xsrf-token']).toMatch(/^\S{20,}$/);
    // Sign-in changes the token.
    expect(new Set(rest.map(({ headers }) => headers['x-xsrf-token'])).size).toBeGreaterThan(1);
  });
});

describe('the table of calls', () => {
  test.each(TABLE)('%s: %s', async (_call, route, input, token, answer) => {
    const tokens = { none: undefined, fixed: 'milepost', 'pre-login': TOKEN, stored: stored.csrfToken };
    for (const call of made(route)) expect(call.headers['x-csrftoken']).toEqual(tokens[token]);
    expect(made(route).at(-1)?.input).toEqual(input);
    if (answer !== null) expect(await succeeded(route)).toMatchObject({ status: 200, ...answer });
  });

  test('login: first the pre-login token, then the credentials with it', async () => {
    const at = calls.findIndex(({ route }) => route === 'login');
    expect(calls[at - 1]?.route).toBe('get-csrf-token-preLogin');
    const token = (await calls[at - 1]?.answer)?.body['csrfToken'];
    expect(calls[at]?.headers['x-csrftoken']).toBe(token);
    expect(calls[at]?.input).toEqual({ username: 'admin', password: running.server.password });
    expect(calls[at + 1]?.route).toBe('get-csrf-token');
  });

  test('login, second variant: the credentials with the stored token, without requesting another token', async () => {
    const [, second] = made('login');
    expect(second?.headers['x-csrftoken']).toBe(stored.csrfToken);
    expect(second?.input).toEqual({ username: 'admin', password: running.server.password });
    expect((await second?.answer)?.body.status).toBe(200);
    expect(made('get-csrf-token-preLogin')).toHaveLength(1);
  });

  test('session check: url_name is the path of the page', () => {
    expect(made('session-check')[0]?.input).toEqual({ url_name: '/dashboard/main' });
    const paths = made('session-check').map(({ input }) => input['url_name']);
    expect(paths).toContain('/admin/roles');
    // Right after sign-in the check contains the path of the page that opens.
    const signedIn = calls.findIndex(({ route }) => route === 'login');
    const next = calls.slice(signedIn).find(({ route }) => route === 'session-check');
    expect(next?.input).toEqual({ url_name: '/dashboard/main' });
    expect(paths).not.toContain('/authentication/signin');
  });

  test('the menu check and the permission checks ask for the menu that local storage names', () => {
    for (const check of ['menu-check', 'edit-permission', 'create-permission', 'delete-permission']) {
      const last = calls.slice(0, stored.after).findLast(({ route }) => route.startsWith(check));
      expect(last?.input).toEqual({ menuID: stored.menuID });
    }
  });

  test.each([
    ['/settings/depots', 'routes'],
    ['/admin/payments', 'subscriptions'],
    ['/downloads', 'reports'],
  ])('a screen beside the menu, %s, has the permissions of its menu checked: %s', async (path, key) => {
    const { page, context } = await running.openSignedIn('/extra-pages/about');
    const [menu] = await inDatabase<{ id: number }>(running.server, `SELECT id FROM menus WHERE key = $1`, [key]);
    const seen = watchCalls(page);
    await page.goto(`${running.server.address}${path}`);
    for (const check of ['edit-permission', 'create-permission', 'delete-permission']) {
      const findCall = () => seen.find(({ route }) => route.startsWith(check));
      await waitUntil(check, () => findCall() !== undefined);
      expect(findCall()?.input).toEqual({ menuID: menu?.id });
    }
    expect((await localStorageOf(context))['menuID']).toBe(String(menu?.id));
  });
});

describe('calls that the server rejects', () => {
  test.each([
    ['a call without the anti-forgery header', { 'X-XSRF-TOKEN': '' }, 'logout', 403],
    ['a token call with another value than the fixed one', { 'X-CSRFToken': 'guessed' }, 'get-csrf-token', 403],
    ['a call that needs the stored token, without it', {}, 'get-profile', 403],
    ['a call that needs the stored token, with the fixed one', { 'X-CSRFToken': 'milepost' }, 'get-profile', 403],
    ['an operation that does not exist', {}, 'no-such-route', 404],
  ])('%s', async (_what, headers, route, status) => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const token = await page.evaluate(`document.cookie.match(/XSRF-TOKEN=([^;]*)/)?.[1] ?? ''`);
    const all = { 'X-XSRF-TOKEN': String(token), ...headers };
    expect(await callFrom(page, JSON.stringify({ route }), all)).toBe(status);
  });

  test.each(['session-check', 'get-nav-menu', 'menu-check-by-id', 'edit-permission-check', 'get-privilege-check'])(
    '%s without a session: status 400',
    async (route) => {
      const { page } = await running.open();
      await page.goto(`${running.server.address}/authentication/signin`);
      expect(await callFrom(page, JSON.stringify({ route, menuID: 1, menu: 1 }), {})).toBe(400);
    },
  );

  test('a body that is no JSON', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    expect(await callFrom(page, 'no json', {})).toBe(422);
  });

  test('a form that a page of another origin sends', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    // The same machine by another name is another origin.
    const elsewhere = `${running.server.address.replace('127.0.0.1', 'localhost')}/elsewhere`;
    // Sent as {"route":"logout","x":"="}.
    const form = `<form method="post" enctype="text/plain" action="${running.server.address}/${Date.now()}.html">
      <input name='{"route":"logout","x":"' value='"}'><button>Win a prize</button></form>`;
    await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: form }));
    await page.goto(elsewhere);
    await page.getByRole('button', { name: 'Win a prize' }).click();
    await page.waitForURL(CALL_PATH);
    expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ status: 403 });
    await page.goto(`${running.server.address}/extra-pages/about`);
    await page.getByTestId('live-badge').waitFor();
  });
});
