import { clearStorage, readCsrfToken } from './storage.ts';
import { inBase, outOfBase } from './base-path.ts';
import { pageGuard } from './page-guard.ts';

export const SIGN_IN_PATH = '/authentication/signin';
const NOTICE_KEY = 'milepost.session-ended';
/** Set while there is a session; opening a link without a session leads to sign-in, too. */
const HAD_KEY = 'milepost.session';
/** The pages for people without a session: an ended session does not redirect from them. */
const WITHOUT_SESSION: ReadonlySet<string | undefined> = new Set([
  SIGN_IN_PATH,
  '/authentication/forgot-password',
  '/authentication/reset-password',
]);

let signingOut = false;
let over = false;
let leaving = false;

/** True if the session is over, for calls whose replies come after that. */
export const isSessionOver = () => over;

/**
 * True if the browser is on its way to sign-in, or the person is signing out: nothing of this page needs requests any
 * more.
 */
export const isLeavingPage = () => leaving || signingOut;

/** True if the browser is on its way to sign-in, or asks for it: failures meanwhile need no message. */
export const isLeaving = () => isLeavingPage() || pageGuard()?.isAsking() === true;

/** From this call on the session ends at the person's request: errors of other calls about it are ignored. */
export function beginSignOut(): void {
  signingOut = true;
  pageGuard()?.letPageGo();
  forgetEnd();
}

/**
 * The one reaction to body status 400, and to everything else that leads to sign-in: clears local storage and goes
 * there (specification, section 8). The page is loaded afresh, so that nothing of the ended session stays in memory.
 * `at` is the path and query of the current page, or of the navigation in progress.
 * A page with unsaved input stays, and sign-in is shown over it (decision 101).
 * @returns settles once the owner of the page has signed in again; null if the page is left
 */
export function endSession(at = outOfBase(location.pathname) + location.search): Promise<void> | null {
  over = true;
  // If several calls find it out, only the first still sees the stored values.
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

/** Leaves the page over which sign-in is shown, and drops its unsaved input. */
export function leaveForSignIn(): void {
  pageGuard()?.letPageGo();
  void endSession();
}

/** The path at which the session ended, until the next sign-in; null if it did not end by itself. */
export const endedAt = () => sessionStorage.getItem(NOTICE_KEY);
/** True if there was a session that ended, and not merely a link that needs one. */
export const hadSession = () => sessionStorage.getItem(HAD_KEY) !== null;
export function forgetEnd(): void {
  over = false;
  leaving = false;
  sessionStorage.removeItem(NOTICE_KEY);
  sessionStorage.removeItem(HAD_KEY);
}
