import { clearStorage, readCsrfToken } from './storage.ts';
import { inBase, outOfBase } from './base-path.ts';

export const SIGN_IN_PATH = '/authentication/signin';
const NOTICE_KEY = 'milepost.session-ended';
/** Of a session that there was; a link that was opened without one leads to sign-in, too. */
const HAD_KEY = 'milepost.session';
/** Pages for people without a session: an end that is found there leads nowhere else. */
const WITHOUT_SESSION: ReadonlySet<string | undefined> = new Set([
  SIGN_IN_PATH,
  '/authentication/forgot-password',
  '/authentication/reset-password',
]);

let signingOut = false;
let over = false;
let leaving = false;

/** Whether the session is over, for calls whose answers come after that. */
export const isSessionOver = () => over;

/** Whether the browser is on its way to sign-in: what fails meanwhile needs no message. */
export const isLeaving = () => leaving || signingOut;

/** From here on the session ends because the person wants it: what other calls say of that is no news. */
export function beginSignOut(): void {
  signingOut = true;
  forgetEnd();
}

/**
 * The one answer to body status 400, and to whatever else leads to sign-in: wipes local storage and goes there
 * (specification, section 8). The page is loaded afresh, so that nothing of the ended session stays in memory. `at` is
 * the path and query that is shown, or that the navigation under way leads to.
 */
export function endSession(at = outOfBase(location.pathname) + location.search): void {
  over = true;
  // Of several calls that find it out only the first sees what was kept.
  const had = readCsrfToken();
  clearStorage();
  if (signingOut) return;
  // `//host` would lead to another site after the next sign-in.
  const from = at.replace(/^[/\\]+/, '/');
  if (WITHOUT_SESSION.has(from.split('?')[0])) return;
  if (!from.startsWith('/authentication/')) {
    sessionStorage.setItem(NOTICE_KEY, from);
    if (had !== null) sessionStorage.setItem(HAD_KEY, from);
  }
  leaving = true;
  location.assign(inBase(SIGN_IN_PATH));
}

/** Where the person was when the session ended, until the next sign-in; null when it did not end by itself. */
export const endedAt = () => sessionStorage.getItem(NOTICE_KEY);
/** Whether there was a session that ended, and not merely a link that needs one. */
export const hadSession = () => sessionStorage.getItem(HAD_KEY) !== null;
export function forgetEnd(): void {
  over = false;
  leaving = false;
  sessionStorage.removeItem(NOTICE_KEY);
  sessionStorage.removeItem(HAD_KEY);
}
