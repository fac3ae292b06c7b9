import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkOnLoad, leadOn } from '../app/loaders.ts';
import { requireDistribution, requireSession } from '../app/shell/shell-loaders.ts';
import { startPath } from '../ui/menu/start-path.ts';
import { call } from './call.ts';
import { fakeBrowser, SILENCE } from './fake-browser.ts';
import { fetchMenu } from './nav-menu.ts';
import { queryClient } from './query-client.ts';
import { forgetEnd } from './session-end.ts';
import { requestPasswordLink, checkSession, choosePassword, fetchToken, readPasswordLink, signIn } from './session.ts';
import { setupQuery } from './setup.ts';

const user = { USER_TYPE: 'user', USERNAME: 'm', PROFILE_ID: 1, DISPLAY_NAME: 'M', ORGANISATION: 'O' };
const visit = { request: { url: 'https://fleet.example/vehicle-info' } };
/** The longest wait in front of an empty window. */
const SOON_MS = 21_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  forgetEnd();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The outcome of `request` within a time, if the server receives every call and replies to none. */
async function within(ms: number, request: () => Promise<unknown>): Promise<unknown> {
  const outcome = request().then(
    () => 'answered',
    (error: unknown) => error,
  );
  const late = new Promise((resolve) => setTimeout(() => resolve('still waiting'), ms));
  const first = Promise.race([outcome, late]);
  await vi.advanceTimersByTimeAsync(ms);
  return first;
}

const TWICE = 2;
test.each<[string, number, () => Promise<unknown>]>([
  ['the session check', TWICE, () => checkSession()],
  ['the session check on load of a page', TWICE, () => requireSession(visit)],
  ['the session check of a page outside of the shell', TWICE, () => checkOnLoad(visit)],
  ['the session token', TWICE, () => fetchToken()],
  ['the menu', TWICE, () => fetchMenu()],
  ['the way to the first page', TWICE, () => startPath()],
  ['the way on from the empty path', TWICE, () => leadOn()],
  ['what the role may do', TWICE, () => queryClient.fetchQuery(setupQuery)],
  ['the privilege check', TWICE, () => requireDistribution(visit)],
  ['asking for a password link', 1, () => requestPasswordLink('m')],
  ['reading a password link', 1, () => readPasswordLink('t')],
  ['a shared vehicle', 1, () => call('get-shared-vehicle', { token: 't' })],
  ["a driver's run", 1, () => call('get-driver-run', { token: 't' })],
  ['a delivery', 1, () => call('get-delivery', { token: 't' })],
  ['choosing a password', 1, () => choosePassword('t', 'four quiet lorries')],
])('%s that gets no reply is reported, and the session stays', async (_what, tries, request) => {
  const { calls, location } = fakeBrowser(() => SILENCE);
  location.pathname = '/';
  localStorage.setItem('login_user_data', JSON.stringify(user));
  expect(await within(SOON_MS, request)).toMatchObject({ status: 0, fault: { code: 'unanswered' } });
  // The menu and the privilege check are requested in parallel.
  const requested = calls.map(({ body }) => body['route']);
  expect(Math.max(...requested.map((route) => requested.filter((one) => one === route).length))).toBe(tries);
  expect(localStorage.length).toBe(1);
  expect(location.assign).not.toHaveBeenCalled();
});

test('a sign-in without a token gives up too, and reloads (specification, section 8)', async () => {
  const { location } = fakeBrowser(() => SILENCE);
  expect(await within(SOON_MS, () => signIn('m', 'secret'))).toMatchObject({
    message: 'Failed to retrieve CSRF token.',
  });
  expect(location.reload).toHaveBeenCalledOnce();
});

test('a password that nobody answers is not sent twice', async () => {
  const { calls } = fakeBrowser(({ body }) =>
    body['route'] === 'login' ? SILENCE : { status: 200, csrfToken: 'before' },
  );
  expect(await within(SOON_MS, () => signIn('m', 'secret'))).toMatchObject({ status: 0 });
  expect(calls.map(({ body }) => body['route'])).toEqual(['get-csrf-token-preLogin', 'login']);
});

test('the second try is enough where it is answered', async () => {
  let requested = 0;
  fakeBrowser(({ body }) => {
    if (body['route'] === 'session-check' && ++requested === 1) return SILENCE;
    return { status: 200, user, csrfToken: 't' };
  });
  expect(await within(SOON_MS, () => checkSession())).toBe('answered');
});

const save = () => call('save-group', { name: 'Cold chain' });
test('any other call is cancelled after two minutes, and is not repeated automatically', async () => {
  const { calls } = fakeBrowser(() => SILENCE);
  expect(await within(119_000, save)).toBe('still waiting');
  expect(await within(121_000, save)).toMatchObject({ status: 0, fault: { code: 'unanswered' } });
  expect(calls).toHaveLength(2);
});

test('leaving a page cancels its pending calls', async () => {
  fakeBrowser(() => SILENCE);
  const stop = new AbortController();
  const request = () => call('get-group-list', {}, { signal: stop.signal });
  setTimeout(() => stop.abort(), 1000);
  expect(await within(2000, request)).toMatchObject({ name: 'AbortError' });
  expect(await within(2000, request)).toMatchObject({ name: 'AbortError' });
});

test('a sign-out that the server refuses later leads to sign-in, not into the session', async () => {
  const { calls, location, document } = fakeBrowser(() => ({ status: 500, message: 'x' }));
  document.cookie = 'milepost-sign-out=due';
  await expect(checkSession()).rejects.toMatchObject({ status: 500 });
  expect(calls.map(({ body }) => body['route'])).toEqual(['logout']);
  expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
});
