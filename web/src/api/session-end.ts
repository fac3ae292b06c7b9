import { clearStorage, readCsrfToken } from './storage.ts';
import { inBase, outOfBase } from './base-path.ts';
import { pageGuard } from './page-guard.ts';

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

/** Whether the browser is on its way to sign-in, or the person signs out: nothing of this page needs to be asked any more. */
export const isLeavingPage = () => leaving || signingOut;

/** Whether the browser is on its way to sign-in, or asks for it: what fails meanwhile needs no message. */
export const isLeaving = () => isLeavingPage() || pageGuard()?.isAsking() === true;

/** From here on the session ends because the person wants it: what other calls say of that is no news. */
export function beginSignOut(): void {
  signingOut = true;
  pageGuard()?.letPageGo();
  forgetEnd();
}

/**
 * The one answer to body status 400, and to whatever else leads to sign-in: wipes local storage and goes there
 * (specification, section 8). The page is loaded afresh, so that nothing of the ended session stays in memory. `at` is
 * the path and query that is shown, or that the navigation under way leads to.
 *
 * Where the page holds what somebody entered it stays, and sign-in is shown over it (decision 101).
 * @returns settles once the owner of the page has signed in again; null where the page is left
 */
export function endSession(at = outOfBase(location.pathname) + location.search): Promise<void> | null {
  over = true;
  // Of several calls that find it out only the first sees what was kept.
  const hadToken = readCsrfToken() !== null || pageGuard()?.isAsking() === true;
  const resumed = signingOut || isWithoutSession(outOfBase(location.pathname)) ? null : pageGuard()?.keep();
  if (resumed) return resumed;
  clearStorage();
  if (signingOut) return null;
  // `//host` would lead to another site after the next sign-in.
  const from = at.replace(/^[/\\]+/, '/');
  if (isWithoutSession(from)) return null;
  if (!from.startsWith('/authentication/')) {
    sessionStorage.setItem(NOTICE_KEY, from);
    if (hadToken) sessionStorage.setItem(HAD_KEY, from);
  }
  leaving = true;
  location.assign(inBase(SIGN_IN_PATH));
  return null;
}

const isWithoutSession = (path: string) => WITHOUT_SESSION.has(path.split('?')[0]);

/** Leaves the page over which sign-in is asked for, and with it what was entered. */
export function leaveForSignIn(): void {
  pageGuard()?.letPageGo();
  void endSession();
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
