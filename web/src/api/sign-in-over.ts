import type { LoginUserData } from '@milepost/contract/session-routes';
import { inBase } from './base-path.ts';
import { letPageGo } from './unsaved.ts';
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
let owner: LoginUserData | null = null;
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

/** The page that is loaded now shows what this person may see. */
export function setPageOwner(user: LoginUserData): void {
  owner = user;
}

/** Whether the page belongs to somebody else than `user`. */
export const isOfOther = (user: LoginUserData): boolean => owner !== null && owner.USERNAME !== user.USERNAME;

/** What a call waits for whose session has ended; null where nobody is asked to sign in. */
export const signedInAgain = (): Promise<void> | null => waiting?.back ?? null;

/** Wipes local storage and asks to sign in over the page; resolves once its owner has. */
export function askToSignIn(): Promise<void> {
  if (waiting === null) {
    owner ??= readUser();
    if (localStorage.length > 0) stored = storedEntries();
    // Once: what a late answer to the old session finds there may be of the new one.
    clearStorage();
    waiting = newWait();
  }
  if (state === null) change({ name: 'sign-in', owner });
  return waiting.back;
}

function storedEntries(): [string, string][] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  return keys.map((key) => [key, localStorage.getItem(key) ?? '']);
}

function newWait() {
  const made: { resolve?: () => void } = {};
  const back = new Promise<void>((resolve) => {
    made.resolve = resolve;
  });
  return { back, resolve: () => made.resolve?.() };
}

let signIns = 0;
/** How often somebody has signed in again over this page: an answer from before says nothing of the session now. */
export const signInCount = () => signIns;

const SESSION_KEYS = new Set(['csrfToken', 'login_user_data']);

/**
 * Somebody has signed in, over this page or in another window: its owner goes on, and what waited goes on with it; to
 * anybody else the page does not belong.
 */
export function noteSignIn(): void {
  const now = readUser();
  if (now === null) return;
  if (owner !== null && isOfOther(now)) return change({ name: 'other', owner, now });
  owner = now;
  for (const [key, value] of stored) {
    if (!SESSION_KEYS.has(key) && localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }
  stored = [];
  signIns += 1;
  const resolve = waiting?.resolve;
  waiting = null;
  change(null);
  resolve?.();
}

/** Asks again for the owner of the page. */
export const askOwner = (): void => change({ name: 'sign-in', owner });

/** Leaves the page, with what was entered. */
export function leaveFor(path: string): void {
  letPageGo();
  location.assign(inBase(path));
}

/** Calls `listener` when somebody has signed in in another window of this browser, until the returned function is called. */
export function onSignInElsewhere(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    // The token is stored last.
    if (key === 'csrfToken' && newValue !== null) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
