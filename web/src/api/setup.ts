import type { Action, MenuKey } from '@milepost/contract/menu';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallOutput } from './call.ts';
import { callOrKept } from './kept-answers.ts';
import { callKey } from './use-call.ts';

export type Setup = CallOutput<'get-setup'>;

export const setupQuery = queryOptions<Setup>({
  queryKey: callKey('get-setup', {}),
  queryFn: () => callOrKept('get-setup', {}),
  staleTime: Infinity,
});

/** What the installation and the role allow; fetched once. */
export const useSetup = () => useQuery(setupQuery);

/** Whether the role allows the action on the menu; false until it is known. */
export function useMay(menu: MenuKey, action: Action): boolean {
  return useSetup().data?.permissions[menu]?.[action] ?? false;
}
