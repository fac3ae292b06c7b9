import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, SILENCE, type MadeCall } from './fake-browser.ts';
import { checkSession, signIn, signOut } from './session.ts';
import { forgetEnd } from './session-end.ts';
import { isSignOutDue, readSignOut, showSignOut, tryNow } from './sign-out.ts';

const SIGN_IN = '/authentication/signin';
const user = { USER_TYPE: 'user', USERNAME: 'm', PROFILE_ID: 1, DISPLAY_NAME: 'M', ORGANISATION: 'O' };
const DUE = 'milepost-sign-out=due';

/** The outcome of the logout call and of probing the sign-in page; all others get a reply. */
let logout: unknown;
let page: unknown;
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};
function answer({ url, body }: MadeCall): unknown {
  if (url === SIGN_IN) return page === 'unreachable' ? unreachable() : page;
  if (body['route'] !== 'logout') return { status: 200, user, csrfToken: 't' };
  return logout === 'unreachable' ? unreachable() : logout;
}
const routes = (calls: MadeCall[]) => calls.map(({ body }) => body['route']).filter((route) => route !== undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  logout = { status: 200 };
  page = { status: 200 };
});
afterEach(() => {
  forgetEnd();
  showSignOut(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(['unreachable', SILENCE])(
  'without a reply (%s) the window shows that the session is alive, retries, and leaves when it is over',
  async (noAnswer) => {
    const { calls, location, document } = fakeBrowser(answer);
    localStorage.setItem('login_user_data', '{}');
    logout = noAnswer;
    page = noAnswer;
    const out = signOut();
    expect(readSignOut()).toBe('busy');
    // Two attempts of eight seconds, and one probe of the sign-in page.
    await vi.advanceTimersByTimeAsync(25_000);
    expect(readSignOut()).toBe('unanswered');
    expect(routes(calls).slice(0, 2)).toEqual(['logout', 'logout']);
    expect(localStorage.length).toBe(0);
    expect(document.cookie).toContain(DUE);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(routes(calls).length).toBeGreaterThan(4);
    expect(location.assign).not.toHaveBeenCalled();
    logout = { status: 200 };
    tryNow();
    await vi.advanceTimersByTimeAsync(40_000);
    await out;
    expect(isSignOutDue()).toBe(false);
    expect(location.assign.mock.calls).toEqual([[SIGN_IN]]);
  },
);

test.each(['unreachable', SILENCE, { status: 500, message: 'x' }, { status: 503, message: 'x' }])(
  'if sign-in can be shown it follows, and shows that the session may be alive (%j)',
  async (given) => {
    const { location } = fakeBrowser(answer);
    logout = given;
    const out = signOut();
    await vi.advanceTimersByTimeAsync(25_000);
    await out;
    expect(location.assign.mock.calls).toEqual([[SIGN_IN]]);
    expect(localStorage.length).toBe(0);
    expect(isSignOutDue()).toBe(true);
  },
);

test('a session that was over already needs no sign-out', async () => {
  fakeBrowser(answer);
  logout = { status: 400, message: 'Ended.' };
  const out = signOut();
  await vi.advanceTimersByTimeAsync(3000);
  await out;
  expect(isSignOutDue()).toBe(false);
});

test('until the sign-out reached the server no page opens with the session that was left', async () => {
  const { calls, document } = fakeBrowser(answer);
  document.cookie = DUE;
  logout = SILENCE;
  const checked = checkSession().then(
    () => 'let in',
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await checked).toMatchObject({ status: 0, fault: { code: 'unanswered' } });
  expect(routes(calls)).toEqual(['logout', 'logout']);
  // With a reply, the sign-out completes first, and the check after it finds no session.
  logout = { status: 200 };
  await checkSession();
  expect(routes(calls).slice(2)).toEqual(['logout', 'session-check', 'get-csrf-token']);
  expect(isSignOutDue()).toBe(false);
});

test('signing in tries the sign-out once, continues in any case, and replaces the session', async () => {
  const { calls, document } = fakeBrowser(answer);
  document.cookie = DUE;
  logout = SILENCE;
  const signed = signIn('m', 'secret');
  await vi.advanceTimersByTimeAsync(9000);
  expect(await signed).toEqual({ name: 'in' });
  expect(routes(calls)).toEqual(['logout', 'get-csrf-token-preLogin', 'login', 'get-csrf-token']);
  expect(isSignOutDue()).toBe(false);
});
