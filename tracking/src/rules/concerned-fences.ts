import { MANY_FENCES } from '../fence-index.ts';
import type { WeeklyHours } from '../local-day.ts';
import type { Run } from '../run.ts';

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/**
 * Whether a rule is about a geofence; null: about any. With five hundred rules about five hundred geofences each, and a vehicle
 * in a thousand, a list would be walked a quarter of a billion times for each position.
 */
export function concerns(fenceIds: readonly number[] | null, fenceId: number): boolean {
  if (fenceIds === null) return true;
  if (fenceIds.length < MANY_FENCES) return fenceIds.includes(fenceId);
  let set = sets.get(fenceIds);
  if (!set) sets.set(fenceIds, (set = new Set(fenceIds)));
  return set.has(fenceId);
}

/** Whether one of these geofences exists and applies to the vehicle: of none nobody is outside. */
export const isAnyThere = ({ context }: Pick<Run, 'context'>, fenceIds: readonly number[]): boolean =>
  fenceIds.some((id) => context.fences.byId.has(id) && context.excludedFences?.has(id) !== true);

/** When a geofence applies; null: always. */
export function hoursOf(run: Run, fenceId: number): WeeklyHours | null {
  return run.context.fences.byId.get(fenceId)?.schedule ?? null;
}
