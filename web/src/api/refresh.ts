import type { RouteName } from '@milepost/contract/routes';
import { queryClient } from './query-client.ts';
import { callKey } from './use-call.ts';

/** Fetches these lists anew where they are shown. */
export function refresh(...names: RouteName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: callKey(name) });
}

/** After a change of a vehicle, of a device, or of which is fitted in which. */
export const refreshFleet = () => refresh('get-vehicle-list', 'get-device-list', 'get-knock-list');
