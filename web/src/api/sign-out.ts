import { BODY_STATUS } from '@milepost/contract/body-status';
import { call, SOON } from './call.ts';
import { CallError } from './call-error.ts';
import { readCookie } from './cookies.ts';

/**
 * A sign-out that the server has not confirmed is remembered in a cookie: local storage is empty by then, and stays so
 * (specification, section 4), and the other windows of this browser must know of it, and the next person at this machine.
 */
const MARK = 'milepost-sign-out';
/** No session lives longer. */
const MARK_AGE_S = 30 * 86_400;

/** Whether the server may still hold the session of somebody who signed out here. */
export const isSignOutDue = () => readCookie(MARK) === 'due';
const noteDue = () => setMark('due', MARK_AGE_S);
export const forgetSignOut = () => {
  if (isSignOutDue()) setMark('', -1);
};

function setMark(value: string, ageS: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${MARK}=${value}; Path=/; Max-Age=${ageS}; SameSite=Strict${secure}`;
}

/** What became of a try: the session is over, the server answered that it could not, or it did not answer. */
type Outcome = { name: 'over' } | { name: 'refused' | 'unanswered'; error: CallError };

let trying: Promise<Outcome> | null = null;

/** Ends the session at the server; what does not come to an end is noted. One at a time, for whoever asks. */
export function endAtServer(tries: number = SOON.tries): Promise<Outcome> {
  trying ??= endOnce(tries).finally(() => {
    trying = null;
  });
  return trying;
}

async function endOnce(tries: number): Promise<Outcome> {
  try {
    await call('logout', {}, { ...SOON, tries });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // 400: it was over already.
    if (error.status !== BODY_STATUS.sessionInvalid) {
      console.error(error);
      noteDue();
      return { name: error.status === 0 ? 'unanswered' : 'refused', error };
    }
  }
  forgetSignOut();
  return { name: 'over' };
}

/**
 * Where a sign-out is due, it comes before anything else that is asked in the name of this browser.
 * @throws {CallError} where the session may still be alive
 */
export async function finishSignOut(): Promise<void> {
  const outcome = await endAtServer();
  if (outcome.name !== 'over') throw outcome.error;
}

/** Before a sign-in, which goes on all the same: its session takes the place of the one that was to end. */
export async function beforeSignIn(): Promise<void> {
  if (isSignOutDue()) await endAtServer(1);
}

/** Of the sign-out under way in this window; null while there is none. */
type SignOutState = 'busy' | 'unanswered' | null;
let state: SignOutState = null;
const listeners = new Set<() => void>();
export const readSignOut = () => state;
export const watchSignOut = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export function showSignOut(next: SignOutState): void {
  state = next;
  for (const listener of listeners) listener();
}

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
let wake: (() => void) | null = null;
/** Ends the pause between two tries. */
export const tryNow = () => wake?.();

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      wake = null;
      resolve();
    };
    const timer = setTimeout(done, ms);
    wake = done;
  });
}

/** Tries again and again, in longer and longer pauses, until `isEnough`. */
export async function retryUntil(isEnough: () => Promise<boolean>): Promise<void> {
  for (let ms = FIRST_PAUSE_MS; !(await isEnough()); ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) await pause(ms);
}
