import type { Action, MenuKey } from '@milepost/contract/menu';
import { AppError } from '../errors.ts';
import type { Scope } from '../store/scope.ts';

/** What a role grants on one menu. */
export type Grants = Record<Action, boolean>;

/** Who calls: a signed-in user with what the role and the organisation allow. */
export interface Caller {
  /** Null when an API token calls. */
  sessionId: number | null;
  token: { id: number; name: string; readOnly: boolean } | null;
  userId: number;
  username: string;
  displayName: string;
  userType: string;
  roleId: number;
  /** Of the role; 1 is the highest. */
  priority: number;
  organisation: string;
  scope: Scope;
  /** By menu key. */
  permissions: ReadonlyMap<string, Grants>;
}

/** By what a call is counted and waits: the session or the API token that it comes from. */
export const sourceOf = ({ token, sessionId }: Caller) => (token ? `token ${token.id}` : `session ${sessionId}`);

export function may(caller: Caller, menu: MenuKey, action: Action): boolean {
  return caller.permissions.get(menu)?.[action] ?? false;
}

/** @throws AppError `denied` when the caller's role does not grant the action. */
export function requireGrant(caller: Caller, menu: MenuKey, action: Action): void {
  if (!may(caller, menu, action)) throw new AppError('denied', 'permission-denied');
}
