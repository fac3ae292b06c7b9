import type { OperationName } from '@milepost/contract/operations';
import { queryClient } from './query-client.ts';
import { callKey } from './use-call.ts';

/** Reloads these lists where they are displayed. */
export function refresh(...names: OperationName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: callKey(name) });
}

/** To be called after a change of a vehicle, a device or an installation. */
export const refreshFleet = () => refresh('get-vehicle-list', 'get-device-list', 'get-knock-list');

const LISTS = /-(?:list|map|queue|totals)$/;

/** Reloads the lists of all records where they are displayed: an import changes records of several kinds. */
export const refreshLists = () =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => LISTS.test(String(queryKey[0])) });
