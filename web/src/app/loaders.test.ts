import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, type MadeCall } from '../api/fake-browser.ts';
import { endedAt, forgetEnd } from '../api/session-end.ts';
import { checkBeside, checkOnLoad, leadOn, toSignIn } from './loaders.ts';
import { startPath } from '../ui/menu/start-path.ts';

const SIGN_IN = '/authentication/signin';
const user = { USER_TYPE: 'user', USERNAME: 'm', PROFILE_ID: 1, DISPLAY_NAME: 'M', ORGANISATION: 'O' };
const entry = { id: 1, title: 'Live map', path: 'track-vehicle', class: '', icon: '', CM: 1, submenu: [] };
const visit = (path: string) => ({ request: { url: `https://fleet.example${path}` } });

/** Replies to every operation with this. */
const always = (answer: unknown) => fakeBrowser(() => answer);
const noAnswer = () =>
  fakeBrowser(() => {
    throw new TypeError('Failed to fetch');
  });
const someone = () => localStorage.setItem('login_user_data', JSON.stringify(user));
const routes = (calls: MadeCall[]) => calls.map(({ body }) => body['route']);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  forgetEnd();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the empty path leads to sign-in for everybody', () => {
  always({ status: 200 });
  someone();
  expect(toSignIn().headers.get('Location')).toBe(SIGN_IN);
});

test('from there a signed-in person is led on to the first entry of the menu', async () => {
  const { calls, location } = always({ status: 200, menuList: [entry] });
  location.pathname = '/';
  someone();
  expect((await leadOn())?.headers.get('Location')).toBe('/track-vehicle');
  expect(new Set(routes(calls))).toEqual(new Set(['get-nav-menu', 'get-privilege-check']));
});

test.each([
  ['nobody is signed in', '/', false],
  ['sign-in is asked for by its address', SIGN_IN, true],
])('if %s the form is shown, and nothing is requested', async (_what, pathname, signedIn) => {
  const { calls, location } = always({ status: 200, menuList: [entry] });
  location.pathname = pathname;
  if (signedIn) someone();
  expect(await leadOn()).toBeNull();
  expect(calls).toEqual([]);
});

test('a person whose sign-out did not reach the server is not redirected', async () => {
  const { calls, location, document } = always({ status: 200, menuList: [entry] });
  location.pathname = '/';
  document.cookie = 'milepost-sign-out=due';
  someone();
  expect(await leadOn()).toBeNull();
  expect(calls).toEqual([]);
});

test.each([400, 403, 404, 500])('a menu answered with %i wipes local storage and leaves the form', async (status) => {
  const { location } = always({ status, message: 'No.' });
  location.pathname = '/';
  someone();
  localStorage.setItem('theme', 'dark');
  expect(await leadOn()).toBeNull();
  expect(localStorage.length).toBe(0);
  expect(location.assign).not.toHaveBeenCalled();
});

test('a menu without a reply is a visible error, and clears nothing', async () => {
  const { location } = noAnswer();
  location.pathname = '/';
  someone();
  await expect(leadOn()).rejects.toMatchObject({ status: 0 });
  expect(localStorage.length).toBe(1);
});

test.each([400, 403, 404, 500])(
  'where a start is looked for elsewhere, a menu answered with %i leads to sign-in',
  async (status) => {
    const { location } = always({ status, message: 'No.' });
    someone();
    await expect(startPath('/dashboard/distribution-main')).rejects.toMatchObject({ status });
    expect(localStorage.length).toBe(0);
    expect(location.assign.mock.calls).toEqual([[SIGN_IN]]);
  },
);

test('page-not-found asks with its own path, and a failed check leads to sign-in', async () => {
  const { calls, location } = always({ status: 403, message: 'No.' });
  await expect(checkOnLoad(visit('/authentication/page404'))).rejects.toMatchObject({ status: 403 });
  expect(calls[0]?.body).toEqual({ route: 'session-check', url_name: '/authentication/page404' });
  expect(location.assign.mock.calls).toEqual([[SIGN_IN]]);
  expect(endedAt()).toBeNull();
});

test('forgot-password checks as well, and stays open without a session', async () => {
  const { calls, location } = always({ status: 400, message: 'Ended.' });
  someone();
  expect(checkBeside(visit('/authentication/forgot-password'))).toBeNull();
  await vi.waitFor(() => expect(localStorage.length).toBe(0));
  expect(calls[0]?.body).toEqual({ route: 'session-check', url_name: '/authentication/forgot-password' });
  expect(location.assign).not.toHaveBeenCalled();
});
