import { holdsPlace } from '../outline.ts';
import type { Run } from '../run.ts';
import { checkDuration, tripOver } from './lasting.ts';
import type { RuleKind } from './rule-kind.ts';

/** The vehicle drives outside all of these corridors (geofences of any shape) for this duration or longer. */
interface RouteDeviation {
  kind: 'routeDeviation';
  fenceIds: readonly number[];
  afterS: number;
}

export const routeDeviation: RuleKind<RouteDeviation> = {
  watch(run, rule, { fenceIds, afterS }, { speedKph }) {
    const since = offRouteSince(run, rule.id, fenceIds, speedKph !== null);
    checkDuration(run, rule, since, afterS, tripOver(run));
  },
};

/**
 * Returns since when a vehicle on a trip (waiting at lights included) has been outside all geofences of a route. Null
 * when it is inside one, is not on a trip, or there is no route because none of them exists or applies to it.
 * @param isFix whether this report has an accepted fix: others are no evidence about the location
 */
function offRouteSince(run: Run, ruleId: number, fenceIds: readonly number[], isFix: boolean): number | null {
  const { trip, fix, alarms } = run.state;
  const { offRoute } = alarms;
  if (isFix && fix) {
    if (isOff(run, fenceIds)) offRoute[ruleId] ??= fix.time;
    else delete offRoute[ruleId];
  }
  const since = offRoute[ruleId];
  if (since === undefined || trip?.confirmedAt == null) return null;
  return Math.max(since, trip.start.time);
}

function isOff({ state, context }: Run, fenceIds: readonly number[]): boolean {
  const { fix } = state;
  let isRoute = false;
  for (const id of fenceIds) {
    const fence = context.fences.byId.get(id);
    if (!fence || context.excludedFences?.has(id)) continue;
    if (fix && holdsPlace(fence, fix)) return false;
    isRoute = true;
  }
  return isRoute;
}
