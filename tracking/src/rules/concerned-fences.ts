import { MANY_FENCES } from '../fence-index.ts';
import type { WeeklyHours } from '../local-day.ts';
import type { Run } from '../run.ts';

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/**
 * True when a rule concerns a geofence; null: it concerns any. With five hundred rules about five hundred geofences
 * each, and a vehicle in a thousand, scanning a list would take a quarter of a billion steps per position.
 */
export function concerns(fenceIds: readonly number[] | null, fenceId: number): boolean {
  if (fenceIds === null) return true;
  if (fenceIds.length < MANY_FENCES) return fenceIds.includes(fenceId);
  let set = sets.get(fenceIds);
  if (!set) sets.set(fenceIds, (set = new Set(fenceIds)));
  return set.has(fenceId);
}

/** True when one of these geofences exists and applies to the vehicle: if none does, the vehicle is not outside. */
export const isAnyThere = ({ context }: Pick<Run, 'context'>, fenceIds: readonly number[]): boolean =>
  fenceIds.some((id) => context.fences.byId.has(id) && context.excludedFences?.has(id) !== true);

/** Returns when a geofence applies; null: always. */
export function hoursOf(run: Run, fenceId: number): WeeklyHours | null {
  return run.context.fences.byId.get(fenceId)?.schedule ?? null;
}
