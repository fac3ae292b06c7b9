import type { WeeklyHours } from '../local-day.ts';
import type { Run } from '../run.ts';

/** Whether a rule is about a geofence; null: about any. */
export function concerns(fenceIds: readonly number[] | null, fenceId: number): boolean {
  return fenceIds === null || fenceIds.includes(fenceId);
}

/** Whether one of these geofences exists and applies to the vehicle: of none nobody is outside. */
export const isAnyThere = ({ context }: Pick<Run, 'context'>, fenceIds: readonly number[]): boolean =>
  fenceIds.some((id) => context.fences.byId.has(id) && context.excludedFences?.has(id) !== true);

/** When a geofence applies; null: always. */
export function hoursOf(run: Run, fenceId: number): WeeklyHours | null {
  return run.context.fences.byId.get(fenceId)?.schedule ?? null;
}
