import { BODY_STATUS } from '@milepost/contract/body-status';
import type { LoginUserData } from '@milepost/contract/session-operations';
import { call, SOON, type CallOutput } from './call.ts';
import { CallError } from './call-error.ts';
import { isBack } from './is-back.ts';
import { orEndSession } from './or-end-session.ts';
import { pageGuard } from './page-guard.ts';
import { beginSignOut, forgetEnd, isSessionOver, SIGN_IN_PATH } from './session-end.ts';
import {
  beforeSignIn,
  endAtServer,
  finishSignOut,
  forgetSignOut,
  isSignOutDue,
  retryUntil,
  showSignOut,
} from './sign-out.ts';
import { clearStorage, readCsrfToken, removeUser, saveCsrfToken, saveUser } from './storage.ts';
import { inBase, outOfBase } from './base-path.ts';

/** Text fixed by the specification, section 8. */
export const TOKEN_FAILURE = 'Failed to retrieve CSRF token.';

/** How long a sign-out waits for the browser to unsubscribe from push notifications. */
const PUSH_MS = 2000;
/**
 * For the calls of sign-in, one attempt each: a password check is slow, and a password is not resent automatically.
 */
const SIGN_IN = { withinMs: 20_000, asAnybody: true } as const;

/** The pre-login token of the sign-in in progress: the second step belongs to the same browser as the first. */
let preLoginToken: string | undefined;

/** The step after the password: none, a code of the authenticator app, or a second factor to set up. */
export type AfterPassword =
  | { name: 'in' }
  /** The challenge for `signInSecond`. */
  | { name: 'code'; challenge: string }
  /** The new secret; until it is confirmed, the session permits nothing else. */
  | { name: 'set-up'; secret: string; uri: string };

/**
 * Signs in: pre-login token, then the login with it, then the session's token (specification, section 4). When the
 * token is refused the page reloads. Every error is logged and thrown again.
 */
export async function signIn(username: string, password: string): Promise<AfterPassword> {
  return logged(async () => {
    await beforeSignIn();
    const answer = await login({ username, password });
    if (answer.secondFactor !== undefined) return { name: 'code', challenge: answer.secondFactor };
    await enter(answer.user);
    if (!answer.secondFactorDue) return { name: 'in' };
    return { name: 'set-up', ...(await call('start-two-factor', { password }, SIGN_IN)) };
  });
}

/** The second step of two-factor sign-in: `code` comes from the authenticator app, or is a recovery code. */
export async function signInSecond(challenge: string, code: string): Promise<void> {
  await logged(async () => {
    preLoginToken ??= await tokenOrReload();
    const { user } = await call('login-second-factor', { challenge, code }, { ...SIGN_IN, preLoginToken });
    await enter(user);
  });
}

/** Requests a mail with a link to choose a new password. */
export async function requestPasswordLink(username: string): Promise<void> {
  const token = await logged(fetchPreLoginToken);
  await call('forgot-password', { username }, { ...SIGN_IN, preLoginToken: token });
}

/** Returns the account that the mailed `token` belongs to. */
export async function readPasswordLink(token: string): Promise<CallOutput<'get-password-link'>> {
  const preLogin = await logged(fetchPreLoginToken);
  return call('get-password-link', { token }, { ...SIGN_IN, preLoginToken: preLogin });
}

/** Sets the password of the account that the mailed `token` belongs to. */
export async function choosePassword(token: string, newPassword: string): Promise<void> {
  const preLogin = await logged(fetchPreLoginToken);
  await call('reset-password', { token, newPassword }, { ...SIGN_IN, preLoginToken: preLogin });
}

/**
 * The two variants of the specification (section 7): if this browser still stores a session token, the login uses it
 * and starts a new session; without one, or if it is no longer valid, it uses a pre-login token.
 */
async function login(credentials: { username: string; password: string }): Promise<CallOutput<'login'>> {
  const stored = readCsrfToken();
  if (stored !== null) {
    try {
      return await call('login', credentials, { ...SIGN_IN, preLoginToken: stored });
    } catch (error) {
      if (!(error instanceof CallError) || !isTokenFault(error)) throw error;
    }
  }
  preLoginToken = await tokenOrReload();
  return call('login', credentials, { ...SIGN_IN, preLoginToken });
}

/** The token was rejected, not the credentials. */
const isTokenFault = ({ status, fields }: CallError) =>
  status === BODY_STATUS.sessionInvalid || (status === BODY_STATUS.denied && Object.keys(fields).length === 0);

async function enter(user: LoginUserData | undefined): Promise<void> {
  if (user) saveUser(user);
  // The new session has replaced the one that was to be ended.
  forgetSignOut();
  await fetchToken();
  forgetEnd();
}

async function logged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    console.error(error);
    throw error;
  }
}

async function fetchPreLoginToken(): Promise<string> {
  return (await call('get-csrf-token-preLogin', {}, SIGN_IN)).csrfToken;
}

const REFUSED_KEY = 'milepost.sign-in-refused';

/** The reason why the last attempt to sign in reloaded the page; null if it did not. */
export const readRefusal = (): string | null => sessionStorage.getItem(REFUSED_KEY);
export const forgetRefusal = (): void => sessionStorage.removeItem(REFUSED_KEY);

/**
 * The token for a login. If the call is refused or gets no reply, the page reloads (specification, section 8), unless
 * sign-in is shown over unsaved input.
 */
async function tokenOrReload(): Promise<string> {
  try {
    return await fetchPreLoginToken();
  } catch (cause) {
    if (pageGuard()?.isAsking() !== true) {
      // The reloaded page shows the reason; without it, the form would only be empty.
      if (cause instanceof CallError && cause.status !== 0) sessionStorage.setItem(REFUSED_KEY, cause.message);
      location.reload();
    }
    throw new Error(TOKEN_FAILURE, { cause });
  }
}

/** The general token fetch: stores the token; any status but 200 signs out. */
export async function fetchToken(): Promise<void> {
  try {
    saveCsrfToken((await call('get-csrf-token', {}, { ...SOON, endsSession: false, asAnybody: true })).csrfToken);
  } catch (error) {
    if (error instanceof CallError && error.status !== 0) await signOut();
    throw error;
  }
}

/**
 * Checks the session at the server and updates the browser's stored copy of the user. Any status but 200 ends it. `at`
 * is the path and query of the current page, or of the navigation in progress: the address changes only at its end.
 */
export async function checkSession(at = outOfBase(location.pathname) + location.search): Promise<LoginUserData> {
  const [url_name = at] = at.split('?');
  const { user } = await orEndSession(checkOnce(url_name), at);
  // Another call can have found meanwhile that the session is over: cleared storage stays cleared.
  if (isSessionOver()) return user;
  saveUser(user);
  if (readCsrfToken() === null) await logged(fetchToken);
  pageGuard()?.receive(user);
  return user;
}

async function checkOnce(url_name: string): Promise<CallOutput<'session-check'>> {
  // Completes a pending sign-out first: a person who signed out here must not be signed in again only because the
  // sign-out never reached the server.
  if (isSignOutDue()) await finishSignOut();
  return call('session-check', { url_name }, { ...SOON, endsSession: false, asAnybody: true });
}

/**
 * Signs out: clears local storage first, then makes the call, and then opens the sign-in page whatever the status was.
 * If no reply came, the window shows this and retries until the session is over, or until sign-in can be shown, which
 * continues the sign-out.
 */
export async function signOut(): Promise<void> {
  beginSignOut();
  removeUser();
  clearStorage();
  showSignOut('busy');
  const pushed = endPush();
  await retryUntil(async () => {
    if ((await endAtServer()).name !== 'unanswered' || (await isBack(inBase(SIGN_IN_PATH)))) return true;
    showSignOut('unanswered');
    return false;
  });
  await pushed;
  location.assign(inBase(SIGN_IN_PATH));
}

/**
 * The notifications of the person who signs out must not be shown to the next one; a push service that hangs must not
 * block the sign-out.
 */
const endPush = () => Promise.race([unsubscribe(), new Promise((resolve) => setTimeout(resolve, PUSH_MS))]);

async function unsubscribe(): Promise<void> {
  try {
    const { unsubscribePush } = await import('../ui/push/push-subscription.ts');
    await unsubscribePush();
  } catch (error) {
    console.error(error);
  }
}
