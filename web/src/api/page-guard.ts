import type { LoginUserData } from '@milepost/contract/session-routes';
import { inBase } from './base-path.ts';
import { readUser } from './storage.ts';

/**
 * What keeps a page with something entered when its session ends (decision 101). It comes with the first page on which
 * something can be entered: sign-in goes without it.
 */
export interface PageGuard {
  /** Keeps the page, where it holds something; settles once its person has signed in again. Null: it may be left. */
  keep: () => Promise<void> | null;
  isAsking: () => boolean;
  /** How often somebody has signed in again over the page: an answer from before says nothing of the session now. */
  signIns: () => number;
  /** Keeps the page, where it holds something, from who has signed in meanwhile; settles once its person has. Null: it may be left. */
  keepFromOther: () => Promise<void> | null;
  /** The session is this person's now, perhaps by a sign-in elsewhere in this browser. */
  hear: (user: LoginUserData) => void;
  /** From here on the page may be left without a question. */
  letPageGo: () => void;
}

let guard: PageGuard | undefined;
export const pageGuard = (): PageGuard | undefined => guard;
export function setPageGuard(next: PageGuard): void {
  guard = next;
}

let owner: LoginUserData | null = null;

/** Whose page it is: what is loaded is what this person may see. Null before somebody's page is loaded. */
export const pageOwner = () => owner;
export function setPageOwner(user: LoginUserData): void {
  owner = user;
}

/** Whether the page belongs to somebody else than `user`. */
export const isOfOther = (user: LoginUserData): boolean => owner !== null && owner.USERNAME !== user.USERNAME;

/** Leaves a page that belongs to somebody else than who has signed in; it is loaded afresh, so that nothing of it stays in memory. */
export function leaveToOther(): Promise<never> {
  location.assign(inBase('/'));
  return new Promise(() => {});
}

/**
 * Null where the page may ask the server. Where somebody else has signed in in this browser, perhaps in another window, what it
 * asks would be answered in that person's name, and shown beside what its own person saw: it waits for its person, or is left.
 */
export function untilOwner(): Promise<void> | null {
  const user = owner === null ? null : readUser();
  if (user === null || !isOfOther(user)) return null;
  return guard?.keepFromOther() ?? leaveToOther();
}
