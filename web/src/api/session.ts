import { BODY_STATUS } from '@milepost/contract/body-status';
import type { LoginUserData } from '@milepost/contract/session-routes';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { beginSignOut, forgetEnd, SIGN_IN_PATH } from './session-end.ts';
import { clearStorage, readCsrfToken, removeUser, saveCsrfToken, saveUser } from './storage.ts';

/** Text fixed by the specification, section 8. */
export const TOKEN_FAILURE = 'Failed to retrieve CSRF token.';

/**
 * Signs in: pre-login token, then the login with it, then the session's token (specification, section 4). When the
 * token is refused the page reloads. Every error is logged and thrown again.
 */
export async function signIn(username: string, password: string): Promise<LoginUserData> {
  try {
    const preLoginToken = await fetchPreLoginToken();
    const { user } = await call('login', { username, password }, { preLoginToken });
    saveUser(user);
    await fetchToken();
    forgetEnd();
    return user;
  } catch (error) {
    console.error(error);
    throw error;
  }
}

async function fetchPreLoginToken(): Promise<string> {
  try {
    return (await call('get-csrf-token-preLogin', {})).csrfToken;
  } catch (cause) {
    // Reloading does not help against a server that cannot be reached, and would lose what was typed.
    if (cause instanceof CallError && cause.status === 0) throw cause;
    location.reload();
    throw new Error(TOKEN_FAILURE, { cause });
  }
}

/** General token fetch: stores the token; any other answer than 200 signs out. */
export async function fetchToken(): Promise<void> {
  try {
    saveCsrfToken((await call('get-csrf-token', {})).csrfToken);
  } catch (error) {
    if (error instanceof CallError && error.status !== 0 && error.status !== BODY_STATUS.sessionInvalid)
      await signOut();
    throw error;
  }
}

/** Asks the server whether the session is valid; refreshes what the browser keeps of it. Status 400 ends it. */
export async function checkSession(): Promise<LoginUserData> {
  const { user } = await call('session-check', { url_name: location.pathname });
  saveUser(user);
  if (readCsrfToken() === null) await fetchToken();
  return user;
}

/** Signs out: local storage first, then the call, and after it the sign-in page whatever the answer was. */
export async function signOut(): Promise<void> {
  beginSignOut();
  removeUser();
  clearStorage();
  try {
    await call('logout', {});
  } catch (error) {
    console.error(error);
  }
  location.assign(SIGN_IN_PATH);
}
