import type { Action, MenuKey } from '@milepost/contract/menu';
import { useCall } from './use-call.ts';

/** What the installation and the role allow; fetched once. */
export const useSetup = () => useCall('get-setup', {}, { staleTime: Infinity });

/** Whether the role allows the action on the menu; false until it is known. */
export function useMay(menu: MenuKey, action: Action): boolean {
  return useSetup().data?.permissions[menu]?.[action] ?? false;
}
