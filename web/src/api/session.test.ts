import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, type MadeCall } from './fake-browser.ts';
import { endSession, forgetEnd } from './session-end.ts';
import {
  requestPasswordLink,
  checkSession,
  choosePassword,
  fetchToken,
  forgetRefusal,
  readRefusal,
  signIn,
  signOut,
} from './session.ts';

const user = {
  USER_TYPE: 'user',
  USERNAME: 'mariana',
  PROFILE_ID: 1,
  DISPLAY_NAME: 'Mariana S.',
  ORGANISATION: 'Río Dairy',
};

/** A working server, except for the changes of a test. */
const server =
  (changes: Record<string, unknown> = {}) =>
  ({ body }: MadeCall) =>
    ({
      'get-csrf-token-preLogin': { status: 200, csrfToken: 'before' },
      login: { status: 200, user },
      'get-csrf-token': { status: 200, csrfToken: 'after' },
      'session-check': { status: 200, user },
      logout: { status: 200 },
      ...changes,
    })[String(body['route'])];

const noAnswer = () => {
  throw new TypeError('Failed to fetch');
};

const routes = (calls: MadeCall[]) => calls.map(({ body }) => body['route']);
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('signing in requests a token, signs in with it, and stores user and session token', async () => {
  const { calls } = fakeBrowser(server());
  await signIn('mariana', 'secret');
  expect(routes(calls)).toEqual(['get-csrf-token-preLogin', 'login', 'get-csrf-token']);
  expect(calls[1]?.headers['X-CSRFToken']).toBe('before');
  expect(calls[1]?.body).toEqual({ route: 'login', username: 'mariana', password: 'secret' });
  expect(JSON.parse(localStorage.getItem('login_user_data') ?? '')).toEqual(user);
  expect(localStorage.getItem('csrfToken')).toBe('after');
});

test('if a second factor is required, the new session begins with its secret', async () => {
  const secret = { secret: 'ABCD', uri: 'otpauth://totp/x' };
  const { calls } = fakeBrowser(
    server({ login: { status: 200, user, secondFactorDue: true }, 'start-two-factor': { status: 200, ...secret } }),
  );
  expect(await signIn('mariana', 'secret')).toMatchObject({ name: 'set-up', ...secret });
  expect(routes(calls)).toEqual(['get-csrf-token-preLogin', 'login', 'get-csrf-token', 'start-two-factor']);
  expect(calls[3]?.headers['X-CSRFToken']).toBe('after');
});

test('when the token is refused the page reloads, the error is logged and raised, and no password is sent', async () => {
  const { calls, location } = fakeBrowser(server({ 'get-csrf-token-preLogin': { status: 500, message: 'x' } }));
  await expect(signIn('mariana', 'secret')).rejects.toThrow('Failed to retrieve CSRF token.');
  expect(location.reload).toHaveBeenCalledOnce();
  expect(routes(calls)).toEqual(['get-csrf-token-preLogin']);
  expect(logged).toHaveBeenCalledOnce();
  // The reason is stored for the reloaded page, which shows it once.
  expect(readRefusal()).toBe('x');
  forgetRefusal();
  expect(readRefusal()).toBeNull();
});

test('when no answer comes to it, the same: it is a token failure too', async () => {
  const { calls, location } = fakeBrowser(noAnswer);
  await expect(signIn('mariana', 'secret')).rejects.toThrow('Failed to retrieve CSRF token.');
  expect(location.reload).toHaveBeenCalledOnce();
  expect(routes(calls)).toEqual(['get-csrf-token-preLogin']);
  expect(logged).toHaveBeenCalledOnce();
});

test('requesting a password link without a reply keeps the typed name: it is not a login', async () => {
  const { location } = fakeBrowser(noAnswer);
  await expect(requestPasswordLink('mariana')).rejects.toMatchObject({ status: 0 });
  expect(location.reload).not.toHaveBeenCalled();
});

test('a wrong password is logged and thrown, and nothing is stored', async () => {
  fakeBrowser(server({ login: { status: 422, message: 'User name or password is wrong.' } }));
  await expect(signIn('mariana', 'wrong')).rejects.toMatchObject({ status: 422 });
  expect(logged).toHaveBeenCalledOnce();
  expect(localStorage.length).toBe(0);
});

test.each([400, 403, 500])('a session token answered with %i logs out, step by step', async (status) => {
  const held: number[] = [];
  const { calls, location } = fakeBrowser((made) => {
    held.push(localStorage.length);
    return server({ 'get-csrf-token': { status, message: 'No.' } })(made);
  });
  localStorage.setItem('login_user_data', '{}');
  localStorage.setItem('theme', 'dark');
  await expect(fetchToken()).rejects.toMatchObject({ status });
  expect(routes(calls)).toEqual(['get-csrf-token', 'logout']);
  expect(held).toEqual([2, 0]);
  expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
});

test.each([
  ['a session check', 'get-csrf-token', checkSession],
  ['asking for a password link', 'get-csrf-token-preLogin', () => requestPasswordLink('mariana')],
  ['choosing a password', 'get-csrf-token-preLogin', () => choosePassword('t', 'four quiet lorries')],
])('%s logs a token that is refused, and throws it on', async (_what, route, act) => {
  fakeBrowser(server({ [route]: { status: 403, message: 'No.' } }));
  await expect(act()).rejects.toThrow();
  expect(logged).toHaveBeenCalledOnce();
});

test('a session check sends the page, and fetches the token where the browser lost it', async () => {
  const { calls } = fakeBrowser(server());
  expect(await checkSession()).toEqual({ ...user });
  expect(calls[0]?.body).toEqual({ route: 'session-check', url_name: '/vehicle-info' });
  expect(localStorage.getItem('csrfToken')).toBe('after');
  await checkSession();
  expect(routes(calls)).toEqual(['session-check', 'get-csrf-token', 'session-check']);
});

test('signing out ends the notifications of this browser, and does without a push service that hangs', async () => {
  vi.useFakeTimers();
  const unsubscribe = vi.fn(() => new Promise(() => {}));
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  const { location } = fakeBrowser(server({ logout: { status: 200 } }));
  const out = signOut();
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  expect(location.assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  await out;
  expect(location.assign).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('a reply to the session check after the session ended stores nothing', async () => {
  fakeBrowser((made) => {
    void endSession();
    return server()(made);
  });
  await checkSession();
  expect(localStorage.length).toBe(0);
  forgetEnd();
  fakeBrowser(server());
  await checkSession();
  expect(localStorage.getItem('csrfToken')).toBe('after');
});

test.each([{ status: 200 }, { status: 500, message: 'x' }])(
  'signing out clears local storage before the call and goes to sign-in after it, answered with %j',
  async (answer) => {
    const held: number[] = [];
    const { location } = fakeBrowser((made) => {
      held.push(localStorage.length);
      expect(location.assign).not.toHaveBeenCalled();
      return server({ logout: answer })(made);
    });
    localStorage.setItem('login_user_data', '{}');
    localStorage.setItem('theme', 'dark');
    await signOut();
    expect(held).toEqual([0]);
    expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
  },
);
