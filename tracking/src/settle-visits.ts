import type { Fact } from './fact.ts';
import { fencesAt } from './fence-index.ts';
import { isUnseen, sealedFacts } from './private-spans.ts';
import { RULE_KINDS } from './rules/rule-kinds.ts';
import type { Run } from './run.ts';
import type { TrackingContext } from './settings.ts';
import type { Fix } from './motion-state.ts';
import type { TrackState } from './track-state.ts';
import type { OpenVisit } from './visit-state.ts';
import { type Crossing, visitOf } from './visits.ts';

/**
 * Applies a change of geofences, or of their assignment to the vehicle, to its last known coordinates without waiting
 * for the next report: a vehicle within a new geofence is inside from now on, and one that a geofence was moved away
 * from is no longer inside. Neither raises an alarm. Mutates the state and returns the resulting facts, which must be
 * stored together with it. Does nothing if the context is unchanged: facts do not depend on how often this is called.
 * @param now epoch milliseconds on the caller's clock: when the change was made
 */
export function settleVisits(state: TrackState, context: TrackingContext, now: number): Fact[] {
  const { fix, time } = state;
  if (!fix || time === null || state.ended || isUnseen(state.privateSpans, fix.time)) return [];
  const holding = fencesAt(context.fences, fix, context.excludedFences);
  const ids = new Set(holding.map(({ id }) => id));
  // Confirmed by the newest report, like all facts that follow from the current state.
  const run: Run = { state, context, facts: [], now: time };
  const crossings: Crossing[] = [];

  // Where it is already outside, the next fixes decide whether it left.
  const left = new Set(state.visits.filter(({ fenceId, leftAt }) => leftAt === null && !ids.has(fenceId)));
  for (const open of left) {
    if (open.confirmedAt === null) continue;
    const end = Math.max(now, open.start);
    run.facts.push(visitOf({ ...open, leftKph: fix.speedKph }, open.confirmedAt, end, end));
    crossings.push({ fenceId: open.fenceId, enters: false, at: end, driven: false });
  }
  if (left.size > 0) state.visits = state.visits.filter((open) => !left.has(open));

  const visited = new Set(state.visits.map(({ fenceId }) => fenceId));
  for (const { id } of holding) {
    if (visited.has(id)) continue;
    visited.add(id);
    const open = insideSince(state, fix, id, Math.max(now, fix.time));
    state.visits.push(open);
    run.facts.push(visitOf(open, time, null, open.start));
    crossings.push({ fenceId: id, enters: true, at: open.start, driven: false });
  }
  if (crossings.length > 0) clearCrossed(run, crossings);
  return sealedFacts(state.privateSpans, run.facts);
}

function insideSince({ time, hash, travelledM }: TrackState, fix: Fix, fenceId: number, start: number): OpenVisit {
  return {
    hash,
    fenceId,
    start,
    entryKph: fix.speedKph,
    confirmedAt: time,
    fixes: 1,
    startM: travelledM,
    lastM: travelledM,
    leftAt: null,
    leftKph: 0,
    outside: 0,
    wasInside: true,
  };
}

/** The alarm of a crossing ends with the opposite crossing. */
function clearCrossed(run: Run, crossings: readonly Crossing[]): void {
  const seen = { before: run.now, attributes: {}, speedKph: null, roadLimitKph: null, crossings };
  for (const rule of run.context.rules) {
    const { condition } = rule;
    if (condition.kind === 'geofenceEnter') RULE_KINDS.geofenceEnter.watch(run, rule, condition, seen);
    if (condition.kind === 'geofenceExit') RULE_KINDS.geofenceExit.watch(run, rule, condition, seen);
  }
}
