import { createContext, useContext } from 'react';
import type { Action, MenuKey } from '@milepost/contract/rights';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { inBase } from './base-path.ts';
import { SOON, type CallOutput } from './call.ts';
import { callOrCached } from './cached-answers.ts';
import { useFlag } from './permissions.ts';
import { retryFault } from './query-client.ts';
import { callKey } from './use-call.ts';

export type Setup = CallOutput<'get-setup'>;

export const setupQuery = queryOptions<Setup>({
  queryKey: callKey('get-setup', {}),
  queryFn: () => callOrCached('get-setup', {}, SOON),
  retry: retryFault,
  staleTime: Infinity,
});

/** The settings of the installation and the permissions of the role; fetched once. */
export const useSetup = () => useQuery(setupQuery);

/**
 * Returns a function that makes the full address of a path for recipients of a link: at the address by which the server
 * knows the application is reachable, which can differ from the person's own. Null if that is unknown, so that no link
 * can be made.
 */
export function useLinkTo(): ((path: string) => string) | null {
  const setup = useSetup().data;
  // Not known yet, or missing in a reply that an older version cached.
  const base = setup?.linkBase === undefined ? location.origin + inBase('') : setup.linkBase;
  return base === null ? null : (path) => base + path;
}

/**
 * The menus that can be changed within a record that takes nothing new, whose other parts are read-only; null if the
 * role alone decides.
 */
export const ChangedOnly = createContext<readonly MenuKey[] | null>(null);

/**
 * True if the role permits the action on the menu; false until it is known. If the menu's screen is open, the flags
 * requested when it opened apply.
 */
export function useMay(menu: MenuKey, action: Action): boolean {
  const changed = useContext(ChangedOnly);
  const setup = useSetup().data;
  const flag = useFlag((setup?.menuIds ?? {})[menu], action);
  if (changed !== null && action !== 'view' && !changed.includes(menu)) return false;
  return flag ?? setup?.permissions[menu]?.[action] ?? false;
}
