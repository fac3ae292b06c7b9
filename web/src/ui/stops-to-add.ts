import { MAX_STOPS } from '@milepost/contract/route-kinds';

/** The navigation state for the page of a route, with outlets that become its stops. */
export const stopsToAdd = (outletIds: readonly number[]) => ({ stopsToAdd: outletIds });

/** The ids of the outlets in such a state; empty if it contains none. */
export function readStopsToAdd(state: unknown): readonly number[] {
  if (typeof state !== 'object' || state === null || !('stopsToAdd' in state)) return [];
  const ids: unknown = state.stopsToAdd;
  if (!Array.isArray(ids)) return [];
  return ids.filter((id: unknown): id is number => typeof id === 'number').slice(0, MAX_STOPS);
}
