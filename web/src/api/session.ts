import { BODY_STATUS } from '@milepost/contract/body-status';
import type { LoginUserData } from '@milepost/contract/session-routes';
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

/** How long a sign-out waits for the browser to end its notifications. */
const PUSH_MS = 2000;
/** For what is asked at sign-in, once each: a password is checked slowly, and is not sent twice by itself. */
const SIGN_IN = { withinMs: 20_000, asAnybody: true } as const;

/** The pre-login token of the sign-in under way: the second step belongs to the same browser as the first. */
let preLoginToken: string | undefined;

/** What follows the password: nothing, a code of the authenticator app, or a second factor that is to be set up. */
export type AfterPassword =
  | { name: 'in' }
  /** For `signInSecond`. */
  | { name: 'code'; challenge: string }
  /** Of the new secret; until it is confirmed the session is for that alone. */
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

/** The second step of two-factor sign-in: `code` is of the authenticator app, or a recovery code. */
export async function signInSecond(challenge: string, code: string): Promise<void> {
  await logged(async () => {
    preLoginToken ??= await tokenOrReload();
    const { user } = await call('login-second-factor', { challenge, code }, { ...SIGN_IN, preLoginToken });
    await enter(user);
  });
}

/** Asks for a mail with a link to choose a new password. */
export async function requestPasswordLink(username: string): Promise<void> {
  const token = await logged(fetchPreLoginToken);
  await call('forgot-password', { username }, { ...SIGN_IN, preLoginToken: token });
}

/** Whom the mailed `token` is for. */
export async function readPasswordLink(token: string): Promise<CallOutput<'get-password-link'>> {
  const preLogin = await logged(fetchPreLoginToken);
  return call('get-password-link', { token }, { ...SIGN_IN, preLoginToken: preLogin });
}

/** Chooses the password of the account that the mailed `token` belongs to. */
export async function choosePassword(token: string, newPassword: string): Promise<void> {
  const preLogin = await logged(fetchPreLoginToken);
  await call('reset-password', { token, newPassword }, { ...SIGN_IN, preLoginToken: preLogin });
}

/**
 * The two variants of the specification (section 7): where this browser still holds a session's token the login goes
 * with that one, and signs in anew; else, or when it is no longer good, with a pre-login token.
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

/** The token was refused, not what was typed. */
const isTokenFault = ({ status, fields }: CallError) =>
  status === BODY_STATUS.sessionInvalid || (status === BODY_STATUS.denied && Object.keys(fields).length === 0);

async function enter(user: LoginUserData | undefined): Promise<void> {
  if (user) saveUser(user);
  // The session that was to end has made room for this one.
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

/** Why the last try to sign in ended with the page loaded anew; null where it did not. */
export const readRefusal = (): string | null => sessionStorage.getItem(REFUSED_KEY);
export const forgetRefusal = (): void => sessionStorage.removeItem(REFUSED_KEY);

/**
 * The token for a login. Without it, refused or unanswered, the page reloads (specification, section 8), unless sign-in is
 * shown over what somebody entered.
 */
async function tokenOrReload(): Promise<string> {
  try {
    return await fetchPreLoginToken();
  } catch (cause) {
    if (pageGuard()?.isAsking() !== true) {
      // The page that is loaded anew says why: without, it would only be empty.
      if (cause instanceof CallError && cause.status !== 0) sessionStorage.setItem(REFUSED_KEY, cause.message);
      location.reload();
    }
    throw new Error(TOKEN_FAILURE, { cause });
  }
}

/** General token fetch: stores the token; any other answer than 200 signs out. */
export async function fetchToken(): Promise<void> {
  try {
    saveCsrfToken((await call('get-csrf-token', {}, { ...SOON, endsSession: false, asAnybody: true })).csrfToken);
  } catch (error) {
    if (error instanceof CallError && error.status !== 0) await signOut();
    throw error;
  }
}

/**
 * Asks the server whether the session is valid; refreshes what the browser keeps of it. Any answer but 200 ends it. `at`
 * is the path and query that is shown, or that the navigation under way leads to: the address changes only at its end.
 */
export async function checkSession(at = outOfBase(location.pathname) + location.search): Promise<LoginUserData> {
  const [url_name = at] = at.split('?');
  const { user } = await orEndSession(checkOnce(url_name), at);
  // Another call may have found out meanwhile that the session is over: what was wiped stays so.
  if (isSessionOver()) return user;
  saveUser(user);
  if (readCsrfToken() === null) await logged(fetchToken);
  pageGuard()?.hear(user);
  return user;
}

async function checkOnce(url_name: string): Promise<CallOutput<'session-check'>> {
  // Whoever signed out here is not let in again because the server never heard of it.
  if (isSignOutDue()) await finishSignOut();
  return call('session-check', { url_name }, { ...SOON, endsSession: false, asAnybody: true });
}

/**
 * Signs out: local storage first, then the call, and after it the sign-in page whatever the answer was. Where none came
 * the window says so and tries again until the session is over, or until sign-in can be shown, which goes on with it.
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

/** What is for the person who signs out is not shown to who comes next; a push service that hangs holds up nobody. */
const endPush = () => Promise.race([unsubscribe(), new Promise((resolve) => setTimeout(resolve, PUSH_MS))]);

async function unsubscribe(): Promise<void> {
  try {
    const { unsubscribePush } = await import('../ui/push/push-subscription.ts');
    await unsubscribePush();
  } catch (error) {
    console.error(error);
  }
}
