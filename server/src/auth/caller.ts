import type { Action, MenuKey } from '@milepost/contract/rights';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';

/** The key for counting and queueing a caller's calls: the session or the API token. */
export const sourceOf = ({ token, sessionId }: Caller) => (token ? `token ${token.id}` : `session ${sessionId}`);

export function may(caller: Caller, menu: MenuKey, action: Action): boolean {
  return caller.permissions.get(menu)?.[action] ?? false;
}

/** True when the headers of this person's requests are trusted to show how the proxy in front is set up. */
export const mayConfirmProxy = (caller: Caller): boolean =>
  caller.scope.root && caller.token === null && may(caller, 'organisations', 'view');

/** @throws AppError `denied` when the caller's role does not grant the action. */
export function requireGrant(caller: Caller, menu: MenuKey, action: Action): void {
  if (!may(caller, menu, action)) throw new AppError('denied', 'permission-denied');
}
