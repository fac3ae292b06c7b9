import type { LoginUserData } from '@milepost/contract/session-routes';
import { inBase } from './base-path.ts';
import { localStore } from './local-store.ts';
import { isOfOther, pageOwner, setPageGuard, setPageOwner } from './page-guard.ts';
import { isUnsaved, letPageGo } from './unsaved.ts';
import { clearStorage, readUser } from './storage.ts';

/**
 * Signing in again over a page that holds what somebody entered, after its session has ended (decision 101). Null while
 * there is no need.
 */
export type SignInOver =
  | null
  /** `owner` is the person whose page it is. */
  | { name: 'sign-in'; owner: LoginUserData | null }
  /** Somebody else has signed in meanwhile, here or in another window. */
  | { name: 'other'; owner: LoginUserData; now: LoginUserData };

let state: SignInOver = null;
let waiting: { back: Promise<void>; resolve: () => void } | null = null;
/** Of local storage before it was wiped. */
let stored: [string, string][] = [];
const listeners = new Set<() => void>();

function change(next: SignInOver): void {
  state = next;
  for (const listener of listeners) listener();
}
export const readSignInOver = () => state;
export function watchSignInOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Wipes local storage and asks to sign in over the page; resolves once its owner has. */
function promptSignIn(): Promise<void> {
  if (waiting === null) {
    const user = readUser();
    if (pageOwner() === null && user !== null) setPageOwner(user);
    const present = localStore.entries();
    if (present.length > 0) stored = present;
    // Once: what a late answer to the old session finds there may be of the new one.
    clearStorage();
    waiting = newWait();
  }
  if (state === null) change({ name: 'sign-in', owner: pageOwner() });
  return waiting.back;
}

function newWait() {
  const made: { resolve?: () => void } = {};
  const back = new Promise<void>((resolve) => {
    made.resolve = resolve;
  });
  return { back, resolve: () => made.resolve?.() };
}

let signIns = 0;

const SESSION_KEYS = new Set(['csrfToken', 'login_user_data']);

/**
 * Somebody has signed in, over this page or in another window: its owner goes on, and what waited goes on with it; to
 * anybody else the page does not belong.
 */
export function noteSignIn(): void {
  const now = readUser();
  if (now === null) return;
  const owner = pageOwner();
  if (owner !== null && isOfOther(now)) return change({ name: 'other', owner, now });
  setPageOwner(now);
  for (const [key, value] of stored) {
    if (!SESSION_KEYS.has(key) && localStore.getItem(key) === null) localStore.setItem(key, value);
  }
  stored = [];
  signIns += 1;
  const resolve = waiting?.resolve;
  waiting = null;
  change(null);
  resolve?.();
}

/** Asks again for the owner of the page. */
export const promptOwner = (): void => change({ name: 'sign-in', owner: pageOwner() });

/** Leaves the page, with what was entered. */
export function leaveFor(path: string): void {
  letPageGo();
  location.assign(inBase(path));
}

/** From here on a page of this window that holds something entered outlives its session. */
export function installPageGuard(): void {
  setPageGuard({
    keep: () => (isUnsaved() ? promptSignIn() : null),
    keepFromOther() {
      if (!isUnsaved()) return null;
      waiting ??= newWait();
      if (state === null) noteSignIn();
      return waiting.back;
    },
    isAsking: () => waiting !== null,
    signIns: () => signIns,
    hear(user) {
      if (isOfOther(user) && isUnsaved()) noteSignIn();
    },
    letPageGo,
  });
}
