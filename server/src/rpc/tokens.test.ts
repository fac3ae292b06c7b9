import { OPERATIONS } from '@milepost/contract/operations';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpApp } from '../http/app.ts';
import { ADMIN_PASSWORD, httpFixture, type HttpFixture } from '../testing/http-fixture.ts';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await httpFixture();
});
afterAll(() => fixture.close());

const OUTDATED = { status: 403, message: 'This page is out of date. Reload it and try again.' };
const list = { route: 'get-vehicle-list' };
const login = { route: 'login', username: 'admin', password: ADMIN_PASSWORD };

test('a token call needs the fixed header value', async () => {
  const reply = await fixture.browser().post({ body: { route: 'get-csrf-token-preLogin' } });
  expect(reply.json()).toMatchObject(OUTDATED);
});

test('a call of the session needs its own X-CSRFToken and X-XSRF-TOKEN', async () => {
  const browser = await fixture.signedIn();
  const other = await fixture.signedIn();
  const good = browser.headers('session');
  expect((await browser.post({ body: list, headers: good })).json().status).toBe(200);
  for (const header of ['x-csrftoken', 'x-xsrf-token']) {
    const { [header]: _left, ...without } = good;
    for (const headers of [without, { ...good, [header]: 'milepost' }, { ...good, [header]: '' }]) {
      expect((await browser.post({ body: list, headers })).json()).toMatchObject(OUTDATED);
    }
    const foreign = other.headers('session')[header] ?? '';
    expect((await browser.post({ body: list, headers: { ...good, [header]: foreign } })).json()).toMatchObject(
      OUTDATED,
    );
  }
});

test('an XSRF-TOKEN cookie that somebody planted does not match the session', async () => {
  const browser = await fixture.signedIn();
  browser.cookies.set('XSRF-TOKEN', 'planted');
  expect(await browser.call('get-vehicle-list')).toMatchObject(OUTDATED);
});

test('a call without a CSRF header of its own still needs X-XSRF-TOKEN', async () => {
  const browser = await fixture.signedIn();
  for (const route of ['session-check', 'get-nav-menu', 'logout']) {
    expect((await browser.post({ body: { route } })).json()).toMatchObject(OUTDATED);
  }
  expect((await browser.call('session-check')).status).toBe(200);
});

/** The headers of a call that a page of another site makes. */
const OTHER_SITE = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

test('another site may call nothing, not even for a token', async () => {
  const browser = await fixture.signedIn();
  for (const route of ['get-vehicle-list', 'get-csrf-token', 'logout'] as const) {
    const headers = { ...browser.headers(OPERATIONS[route].csrf), ...OTHER_SITE };
    const answer = (await browser.post({ body: { route }, headers })).json();
    expect(answer).toMatchObject({ status: 403, message: 'This request came from another site.' });
  }
});

test('a refused call is logged, with its origin', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const app = await createHttpApp({ ...fixture.services, logger });
  const browser = fixture.browser(app);
  await browser.post({ body: list, headers: OTHER_SITE, remoteAddress: '192.0.2.9' });
  await app.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { operation: 'get-vehicle-list', address: '192.0.2.9', reason: 'This request came from another site.' },
  ]);
});

test('signing in needs the pre-login token that belongs to this browser', async () => {
  const fresh = fixture.browser();
  expect((await fresh.post({ body: login })).json()).toMatchObject(OUTDATED);
  const browser = fixture.browser();
  const other = fixture.browser();
  other.preLoginToken = (await other.call('get-csrf-token-preLogin')).csrfToken ?? '';
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  const good = browser.headers('preLogin');
  const stolen = { ...good, 'x-csrftoken': other.preLoginToken };
  expect((await browser.post({ body: login, headers: stolen })).json()).toMatchObject(OUTDATED);
  expect((await browser.post({ body: login, headers: good })).json().status).toBe(200);
});

test('a second tab on the sign-in page does not disturb a signed-in one, and can sign in', async () => {
  const browser = await fixture.signedIn();
  await browser.call('get-csrf-token-preLogin');
  expect((await browser.call('get-vehicle-list')).status).toBe(200);
  expect((await browser.trySignIn('admin', ADMIN_PASSWORD)).status).toBe(200);
});

test('cookies: scripts cannot read the session, but XSRF-TOKEN; neither is sent to other sites', async () => {
  const browser = fixture.browser();
  const headers = () => browser.headers('preLogin');
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  const { cookies } = await browser.post({ body: login, headers: headers() });
  const session = cookies.find((cookie) => cookie.name === 'milepost_session');
  const xsrf = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 });
  expect(session?.value).toHaveLength(43);
  expect(xsrf).toMatchObject({ sameSite: 'Lax', path: '/' });
  expect(xsrf?.httpOnly).toBeUndefined();
});

test('signing out twice, or after the session ended, is fine', async () => {
  const browser = await fixture.signedIn();
  expect(await browser.call('logout')).toEqual({ status: 200 });
  expect(browser.cookies.has('milepost_session')).toBe(false);
  expect(await browser.call('logout')).toEqual({ status: 200 });
  expect((await browser.call('session-check')).status).toBe(400);
});
