import { MOST_STOPS } from '@milepost/contract/route-kinds';

/** The state of a way to the page of a route with outlets that are to become its stops. */
export const stopsToAdd = (outletIds: readonly number[]) => ({ stopsToAdd: outletIds });

/** The ids of the outlets in such a state; none where it says nothing of them. */
export function readStopsToAdd(state: unknown): readonly number[] {
  if (typeof state !== 'object' || state === null || !('stopsToAdd' in state)) return [];
  const ids: unknown = state.stopsToAdd;
  if (!Array.isArray(ids)) return [];
  return ids.filter((id: unknown): id is number => typeof id === 'number').slice(0, MOST_STOPS);
}
