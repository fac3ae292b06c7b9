import { BODY_STATUS } from '@milepost/contract/body-status';
import { call, SOON } from './call.ts';
import { CallError } from './call-error.ts';
import { readCookie } from './cookies.ts';

/**
 * A sign-out that the server has not confirmed is remembered in a cookie: local storage is empty by then, and stays
 * empty (specification, section 4). The other windows of this browser, and the next person at this machine, depend on
 * it.
 */
const MARK = 'milepost-sign-out';
/** The maximum age of a session. */
const MARK_AGE_S = 30 * 86_400;

/** True if the server can still have the session of somebody who signed out here. */
export const isSignOutDue = () => readCookie(MARK) === 'due';
const noteDue = () => setMark('due', MARK_AGE_S);
export const forgetSignOut = () => {
  if (isSignOutDue()) setMark('', -1);
};

function setMark(value: string, ageS: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${MARK}=${value}; Path=/; Max-Age=${ageS}; SameSite=Strict${secure}`;
}

/**
 * The outcome of an attempt: the session is over, the server replied that it could not end it, or it did not reply.
 */
type Outcome = { name: 'over' } | { name: 'refused' | 'unanswered'; error: CallError };

let trying: Promise<Outcome> | null = null;

/**
 * Ends the session at the server, and remembers it if that fails. One attempt runs at a time, shared by all callers.
 */
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
    // 400: the session was over already.
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
 * A pending sign-out is completed before any other request of this browser.
 * @throws {CallError} if the session can still be alive
 */
export async function finishSignOut(): Promise<void> {
  const outcome = await endAtServer();
  if (outcome.name !== 'over') throw outcome.error;
}

/** Called before a sign-in, which continues in any case: its session replaces the one that was to be ended. */
export async function beforeSignIn(): Promise<void> {
  if (isSignOutDue()) await endAtServer(1);
}

/** The state of the sign-out in progress in this window; null if there is none. */
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
/** Ends the pause between two attempts. */
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

/** Retries with growing pauses until `isEnough` returns true. */
export async function retryUntil(isEnough: () => Promise<boolean>): Promise<void> {
  for (let ms = FIRST_PAUSE_MS; !(await isEnough()); ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) await pause(ms);
}
