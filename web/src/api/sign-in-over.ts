import type { LoginUserData } from '@milepost/contract/session-operations';
import { inBase } from './base-path.ts';
import { localStore } from './local-store.ts';
import { isOfOther, pageOwner, setPageGuard, setPageOwner } from './page-guard.ts';
import { isUnsaved, letPageGo } from './unsaved.ts';
import { clearStorage, readUser } from './storage.ts';

/**
 * Signing in again over a page with unsaved input, after its session has ended (decision 101). Null while it is not
 * needed.
 */
export type SignInOver =
  | null
  /** `owner` is the person to whom the page belongs. */
  | { name: 'sign-in'; owner: LoginUserData | null }
  /** Somebody else has signed in meanwhile, here or in another window. */
  | { name: 'other'; owner: LoginUserData; now: LoginUserData };

let state: SignInOver = null;
let waiting: { back: Promise<void>; resolve: () => void } | null = null;
/** The entries of local storage before it was cleared. */
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

/** Clears local storage and asks for sign-in over the page; resolves once its owner has signed in. */
function promptSignIn(): Promise<void> {
  if (waiting === null) {
    const user = readUser();
    if (pageOwner() === null && user !== null) setPageOwner(user);
    const present = localStore.entries();
    if (present.length > 0) stored = present;
    // Only once: at a late reply to the old session, storage can already contain the new one.
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
 * Called when somebody has signed in, over this page or in another window. For the page's owner, the page and the
 * waiting calls continue; for anybody else, the page keeps waiting for its owner.
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

/** Asks for the owner of the page again. */
export const promptOwner = (): void => change({ name: 'sign-in', owner: pageOwner() });

/** Leaves the page and its unsaved input. */
export function leaveFor(path: string): void {
  letPageGo();
  location.assign(inBase(path));
}

/** From this call on a page of this window with unsaved input outlives its session. */
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
    receive(user) {
      if (isOfOther(user) && isUnsaved()) noteSignIn();
    },
    letPageGo,
  });
}
