import type { LoginUserData } from '@milepost/contract/session-routes';

/**
 * What keeps a page with something entered when its session ends (decision 101). It comes with the first page on which
 * something can be entered: sign-in goes without it.
 */
export interface PageKeeper {
  /** Keeps the page, where it holds something; settles once its person has signed in again. Null: it may be left. */
  keep: () => Promise<void> | null;
  isAsking: () => boolean;
  /** How often somebody has signed in again over the page: an answer from before says nothing of the session now. */
  signIns: () => number;
  /** The session is this person's now, perhaps by a sign-in elsewhere in this browser. */
  hear: (user: LoginUserData) => void;
  /** From here on the page may be left without a question. */
  letPageGo: () => void;
}

let keeper: PageKeeper | undefined;
export const pageKeeper = (): PageKeeper | undefined => keeper;
export function setPageKeeper(next: PageKeeper): void {
  keeper = next;
}
