// Specification, sections 4, 7 and 8: signing in and out, and the behaviour on failures.
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localStorageOf, openPage } from './harness/browser-page.ts';
import { endSessions } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { startServer } from './harness/server-process.ts';
import { fillSignIn, signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';
import { changeCalls, watchCalls } from './harness/wire.ts';

const running = useRunning();
const SIGN_IN = '/authentication/signin';
/** The server rejects a token call with another fixed value. */
const WRONG_VALUE = { headers: { 'x-csrftoken': 'wrong' } };

const routes = (calls: readonly { route: string }[]) => calls.map(({ route }) => route);
const fill = (page: Page) => fillSignIn(page, running.server.username, running.server.password);
async function openSignIn() {
  const opened = await running.open();
  const calls = watchCalls(opened.page);
  await opened.page.goto(running.server.address + SIGN_IN);
  await opened.page.getByLabel('User name').waitFor();
  return { ...opened, calls };
}

describe('signing in', () => {
  test('without a pre-login token reloads the page, raises the error to the console, and sends no password', async () => {
    const { page, calls, problems } = await openSignIn();
    await changeCalls(page, 'get-csrf-token-preLogin', WRONG_VALUE);
    let loads = 0;
    page.on('load', () => (loads += 1));
    await fill(page);
    await waitUntil('the page to reload', () => loads === 1);
    await waitUntil('the error', () => problems.some((one) => one.includes('Failed to retrieve CSRF token.')));
    expect(routes(calls)).toEqual(['get-csrf-token-preLogin']);
    await page.getByLabel('User name').waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe('');
  });

  test('with an unknown token is rejected, logged and shown; nothing is stored', async () => {
    const { page, context, calls, problems } = await openSignIn();
    await changeCalls(page, 'login', WRONG_VALUE);
    await fill(page);
    await page.getByRole('alert').getByText('This page is out of date.').waitFor();
    expect((await calls.at(-1)?.answer)?.body.status).toBe(403);
    expect(problems.some((one) => one.startsWith('console: CallError'))).toBe(true);
    expect(await localStorageOf(context)).not.toHaveProperty('login_user_data');
  });

  test('with a wrong password is logged to the console as well', async () => {
    const { page, problems } = await openSignIn();
    await fillSignIn(page, 'nobody', 'not the password');
    await page.getByRole('alert').getByText('User name or password is wrong.').waitFor();
    await waitUntil('the error', () => problems.some((one) => one.startsWith('console: CallError')));
  });

  test('where the general token is refused, logs out', async () => {
    const { page, context, calls } = await openSignIn();
    await changeCalls(page, 'get-csrf-token', WRONG_VALUE);
    await fill(page);
    await waitUntil('the logout', () => routes(calls).includes('logout'));
    await page.waitForURL(`**${SIGN_IN}`);
    expect(routes(calls)).toEqual(['get-csrf-token-preLogin', 'login', 'get-csrf-token', 'logout']);
    expect(await localStorageOf(context)).not.toHaveProperty('login_user_data');
    // The reply deletes the cookie.
    const cookies = async () => (await context.cookies()).map(({ name }) => name);
    await waitUntil('the cookie to be gone', async () => !(await cookies()).includes('XSRF-TOKEN'));
  });

  test('with a stored token of an ended session, falls back to a pre-login token', async () => {
    const opened = await running.open();
    const { page } = opened;
    await signIn(opened, running.server);
    await page.goto(running.server.address + SIGN_IN);
    await page.getByLabel('User name').waitFor();
    const calls = watchCalls(page);
    await endSessions(running.server);
    await fill(page);
    await page.waitForURL(/\/track-vehicle(\?|$)/);
    expect(routes(calls).slice(0, 4)).toEqual(['login', 'get-csrf-token-preLogin', 'login', 'get-csrf-token']);
    expect((await calls[0]?.answer)?.body.status).not.toBe(200);
  });

  test('the general token is fetched and stored again if the browser lost it', async () => {
    const opened = await running.open();
    const { page, context } = opened;
    await signIn(opened, running.server);
    const { csrfToken } = await localStorageOf(context);
    await page.evaluate(`localStorage.removeItem('csrfToken')`);
    await page.reload();
    await waitUntil('the token', async () => (await localStorageOf(context))['csrfToken'] === csrfToken);
  });
});

describe('logging out', () => {
  /** Records changes of local storage; across a page load, in session storage. */
  const WATCH_STORAGE = `for (const name of ['removeItem', 'clear']) {
    const own = Storage.prototype[name];
    Storage.prototype[name] = function (...given) {
      const log = JSON.parse(sessionStorage.getItem('log') ?? '[]');
      if (this === localStorage) sessionStorage.setItem('log', JSON.stringify([...log, [name, ...given].join(' ')]));
      return own.apply(this, given);
    };
  }`;

  async function openAndLogOut(answer: 'reached' | 'unreachable') {
    const opened = await running.open();
    const { page } = opened;
    await signIn(opened, running.server, { path: '/vehicle-info' });
    await page.evaluate(WATCH_STORAGE);
    const seen: { stored: number; log: unknown; path: string }[] = [];
    const look = async () => {
      const [stored, log] = await page.evaluate<[number, string]>(
        `[localStorage.length, sessionStorage.getItem('log')]`,
      );
      seen.push({ stored, log: JSON.parse(log), path: new URL(page.url()).pathname });
    };
    const undo = await changeCalls(page, 'logout', answer === 'reached' ? { before: look } : { fail: true });
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL(`**${SIGN_IN}`);
    return { ...opened, seen, undo };
  }

  test('removes login_user_data, clears local storage, then calls, then goes to sign-in', async () => {
    const { page, context, seen } = await openAndLogOut('reached');
    expect(seen).toEqual([{ stored: 0, log: ['removeItem login_user_data', 'clear'], path: '/vehicle-info' }]);
    const { login_user_data: user, csrfToken } = await localStorageOf(context);
    expect([user, csrfToken]).toEqual([undefined, undefined]);
    // The server has ended the session.
    await page.goto(`${running.server.address}/vehicle-info`);
    await page.waitForURL(`**${SIGN_IN}`);
  });

  test('goes to sign-in as well where the server is not reached', async () => {
    const { context } = await openAndLogOut('unreachable');
    expect(await localStorageOf(context)).not.toHaveProperty('login_user_data');
  });

  test('without reaching the server lets nobody in, is shown at sign-in, and is completed', async () => {
    const { page, context, undo } = await openAndLogOut('unreachable');
    const note = page.getByRole('alert').filter({ hasText: 'The server has not confirmed that you are signed out.' });
    await note.waitFor();
    const session = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    expect(session.length).toBeGreaterThan(0);
    // The session is alive, and the next person at this machine requests a page.
    await page.goto(`${running.server.address}/vehicle-info`);
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    expect(await localStorageOf(context)).not.toHaveProperty('login_user_data');
    await page.goto(running.server.address + SIGN_IN);
    await note.waitFor();
    await undo();
    await page.getByText('You are signed out.').waitFor();
    // Restores the old cookies, which the server no longer accepts.
    await context.addCookies(session);
    await page.goto(`${running.server.address}/vehicle-info`);
    await page.waitForURL(`**${SIGN_IN}`);
    await page.getByLabel('User name').waitFor();
  });
});

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

test('at the local development address on port 4200 every call goes below /vts', async ({ skip }) => {
  if (!(await isFree(4200))) skip('port 4200 is in use on this machine');
  const server = await startServer({ port: 4200 });
  try {
    const opened = await openPage(running.browser);
    const calls = watchCalls(opened.page);
    await signIn(opened, { ...server, address: 'http://localhost:4200' });
    await opened.page.getByRole('navigation').getByRole('link', { name: 'Live map' }).waitFor();
    for (const { url } of calls) expect(url.href).toMatch(/^http:\/\/localhost:4200\/vts\/\d{13}\.html$/);
    expect((await calls.find(({ route }) => route === 'get-nav-menu')?.answer)?.body.status).toBe(200);
    await opened.context.close();
  } finally {
    await server.close();
  }
});
