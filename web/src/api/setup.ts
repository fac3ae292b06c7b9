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

/** What the installation and the role allow; fetched once. */
export const useSetup = () => useQuery(setupQuery);

/**
 * Makes the whole address of a path for whoever gets a link: where the server knows others to reach the application, which may
 * be another address than the person's own. Null: nobody knows that, and no link may be made.
 */
export function useLinkTo(): ((path: string) => string) | null {
  const setup = useSetup().data;
  // Unknown yet, or of an answer that an older version kept.
  const base = setup?.linkBase === undefined ? location.origin + inBase('') : setup.linkBase;
  return base === null ? null : (path) => base + path;
}

/** Where a record takes nothing new, what is drawn of it only looks, but for these menus; null: as the role allows. */
export const ChangedOnly = createContext<readonly MenuKey[] | null>(null);

/**
 * Whether the role allows the action on the menu; false until it is known. Where the menu's screen is open, what the
 * server said when it opened counts.
 */
export function useMay(menu: MenuKey, action: Action): boolean {
  const changed = useContext(ChangedOnly);
  const setup = useSetup().data;
  const flag = useFlag((setup?.menuIds ?? {})[menu], action);
  if (changed !== null && action !== 'view' && !changed.includes(menu)) return false;
  return flag ?? setup?.permissions[menu]?.[action] ?? false;
}
