import { clearStorage } from './storage.ts';

export const SIGN_IN_PATH = '/authentication/signin';
const NOTICE_KEY = 'milepost.session-ended';

/**
 * The one answer to body status 400: wipes local storage and goes to sign-in (specification, section 8). The page is
 * loaded afresh, so that nothing of the ended session stays in memory.
 */
export function endSession(): void {
  clearStorage();
  if (location.pathname === SIGN_IN_PATH) return;
  sessionStorage.setItem(NOTICE_KEY, location.pathname + location.search);
  location.assign(SIGN_IN_PATH);
}

/** Where the person was when the session ended, until the next sign-in; null when it did not end by itself. */
export const endedAt = () => sessionStorage.getItem(NOTICE_KEY);
export const forgetEnd = () => sessionStorage.removeItem(NOTICE_KEY);
