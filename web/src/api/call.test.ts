import { afterEach, expect, test, vi } from 'vitest';
import { call, callUrl } from './call.ts';
import { CallError } from './call-error.ts';
import { fakeBrowser } from './fake-browser.ts';
import { notificationStore } from '../ui/notification/notification-store.ts';

afterEach(() => vi.unstubAllGlobals());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      return error;
    },
  );

test('a call goes to the milliseconds with suffix .html, under /vts on the local development address only', () => {
  expect(callUrl('https://fleet.example', 1700000000123)).toBe('https://fleet.example/1700000000123.html');
  expect(callUrl('http://localhost:4200', 5)).toBe('http://localhost:4200/vts/5.html');
  expect(callUrl('http://localhost:8080', 5)).toBe('http://localhost:8080/5.html');
});

test('the body carries the route beside the input, and the answer comes back', async () => {
  const { calls } = fakeBrowser(() => ({ status: 200, rows: [{ id: 1, name: 'Cold chain' }] }));
  localStorage.setItem('csrfToken', 's3');
  const output = await call('save-group', { name: 'Cold chain' });
  expect(output).toEqual({ status: 200, rows: [{ id: 1, name: 'Cold chain' }] });
  expect(calls[0]?.url).toMatch(/^https:\/\/fleet\.example\/\d{13}\.html$/);
  expect(calls[0]?.body).toEqual({ route: 'save-group', name: 'Cold chain' });
  expect(calls[0]?.headers).toMatchObject({ Accept: 'application/json', 'X-CSRFToken': 's3', 'X-XSRF-TOKEN': 'abc/1' });
});

test('each kind of call carries the token that the specification names', async () => {
  const { calls } = fakeBrowser(() => ({ status: 200 }));
  localStorage.setItem('csrfToken', 'of-the-session');
  await call('get-csrf-token-preLogin', {});
  await call('get-csrf-token', {});
  await call('login', { username: 'a', password: 'b' }, { preLoginToken: 'before-login' });
  await call('get-group-list', {});
  await call('logout', {});
  expect(calls.map(({ headers }) => headers['X-CSRFToken'])).toEqual([
    'milepost',
    'milepost',
    'before-login',
    'of-the-session',
    undefined,
  ]);
});

test('without the cookie no X-XSRF-TOKEN is sent', async () => {
  const { calls, document } = fakeBrowser(() => ({ status: 200 }));
  document.cookie = 'NOT-XSRF-TOKEN=1';
  await call('logout', {});
  expect(calls[0]?.headers).not.toHaveProperty('X-XSRF-TOKEN');
});

test('a refusal is an error with message, fields, waiting time and reference', async () => {
  const failure = { message: 'No.', fields: { registration: 'Is taken.' }, retryAfterS: 7, reference: 'r1' };
  const faults = { registration: { code: 'registration-taken' } };
  fakeBrowser(() => ({ status: 422, code: 'registration-taken', ...failure, faults }));
  expect(await failureOf(call('save-vehicle', { registration: 'X' }))).toMatchObject({ status: 422, ...failure });
});

test('status 400 clears local storage and leads to sign-in, which returns to the same page', async () => {
  const { location } = fakeBrowser(() => ({ status: 400, message: 'Session ended.' }));
  localStorage.setItem('csrfToken', 'x');
  localStorage.setItem('theme', 'dark');
  expect((await failureOf(call('get-group-list', {}))).status).toBe(400);
  expect(localStorage.length).toBe(0);
  expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
  expect(Object.values({ from: sessionStorage.getItem('milepost.session-ended') })).toEqual(['/vehicle-info?page=2']);
});

test('status 400 of a call that needs no session ends none', async () => {
  const { location } = fakeBrowser(() => ({ status: 400, message: 'Bad.' }));
  localStorage.setItem('theme', 'dark');
  await failureOf(call('login', { username: 'a', password: 'b' }));
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(location.assign).not.toHaveBeenCalled();
});

test("403 of a save shows 'Permission Denied' in bg-red; that of a read or a login does not", async () => {
  fakeBrowser(() => ({ status: 403, message: 'This role is not below yours.' }));
  await failureOf(call('get-group-list', {}));
  await failureOf(call('get-role-priority', {}));
  await failureOf(call('login', { username: 'a', password: 'b' }));
  expect(notificationStore.read()).toEqual([]);
  await failureOf(call('save-group', { name: 'Cold chain' }));
  expect(notificationStore.read()).toMatchObject([{ colour: 'bg-red', message: 'Permission Denied' }]);
});

test.each([
  [
    'the network fails',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
  ['a page comes instead of JSON', () => '<html>Bad gateway</html>'],
  ['JSON without a status comes', () => ({ error: 'x' })],
])('when %s the error has status 0 and local storage stays', async (_what, answer) => {
  fakeBrowser(answer);
  localStorage.setItem('csrfToken', 'x');
  const error = await failureOf(call('get-group-list', {}));
  expect(error.status).toBe(0);
  expect(error.cause).toBeInstanceOf(Error);
  expect(localStorage.getItem('csrfToken')).toBe('x');
});
