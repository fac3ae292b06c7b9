import type { LoginUserData } from '@milepost/contract/session-operations';
import { inBase } from './base-path.ts';
import { readUser } from './storage.ts';

/**
 * Keeps a page with unsaved input when its session ends (decision 101). It is loaded with the first page that has
 * input; sign-in does not need it.
 */
export interface PageGuard {
  /** Keeps the page if it has unsaved input; settles once its owner has signed in again. Null if it can be left. */
  keep: () => Promise<void> | null;
  isAsking: () => boolean;
  /** The number of sign-ins over the page: a reply from before the last one says nothing about the present session. */
  signIns: () => number;
  /**
   * Protects the page, if it has unsaved input, from another person who has signed in; settles once its owner has. Null
   * if it can be left.
   */
  keepFromOther: () => Promise<void> | null;
  /** Called when the session belongs to this person, perhaps by a sign-in elsewhere in this browser. */
  receive: (user: LoginUserData) => void;
  /** From this call on the page can be left without a question. */
  letPageGo: () => void;
}

let guard: PageGuard | undefined;
export const pageGuard = (): PageGuard | undefined => guard;
export function setPageGuard(next: PageGuard): void {
  guard = next;
}

let owner: LoginUserData | null = null;

/**
 * The owner of the page: the loaded data is what this person may see. Null before a page of a signed-in person is
 * loaded.
 */
export const pageOwner = () => owner;
export function setPageOwner(user: LoginUserData): void {
  owner = user;
}

/** True if the page belongs to somebody else than `user`. */
export const isOfOther = (user: LoginUserData): boolean => owner !== null && owner.USERNAME !== user.USERNAME;

/**
 * Leaves a page that belongs to somebody else than the person who has signed in; a full load, so that nothing of it
 * stays in memory.
 */
export function leaveToOther(): Promise<never> {
  location.assign(inBase('/'));
  return new Promise(() => {});
}

/**
 * Null if the page may send requests to the server. If somebody else has signed in in this browser, perhaps in another
 * window, its requests would be made in that person's name, and the replies shown to the page's owner. The page then
 * waits for its owner, or is left.
 */
export function untilOwner(): Promise<void> | null {
  const user = owner === null ? null : readUser();
  if (user === null || !isOfOther(user)) return null;
  return guard?.keepFromOther() ?? leaveToOther();
}
