import { clearStorage } from './storage.ts';

export const SIGN_IN_PATH = '/authentication/signin';
const NOTICE_KEY = 'milepost.session-ended';

let signingOut = false;
let over = false;

/** Whether the session is over, for calls whose answers come after that. */
export const isSessionOver = () => over;

/** From here on the session ends because the person wants it: what other calls say of that is no news. */
export function beginSignOut(): void {
  signingOut = true;
  forgetEnd();
}

/**
 * The one answer to body status 400: wipes local storage and goes to sign-in (specification, section 8). The page is
 * loaded afresh, so that nothing of the ended session stays in memory.
 */
export function endSession(): void {
  over = true;
  clearStorage();
  if (signingOut) return;
  if (location.pathname === SIGN_IN_PATH) return;
  // `//host` would lead to another site after the next sign-in.
  sessionStorage.setItem(NOTICE_KEY, location.pathname.replace(/^[/\\]+/, '/') + location.search);
  location.assign(SIGN_IN_PATH);
}

/** Where the person was when the session ended, until the next sign-in; null when it did not end by itself. */
export const endedAt = () => sessionStorage.getItem(NOTICE_KEY);
export function forgetEnd(): void {
  over = false;
  sessionStorage.removeItem(NOTICE_KEY);
}
