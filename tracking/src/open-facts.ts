import { mergePart, dayFact } from './days.ts';
import type { Fact } from './fact.ts';
import { openTanks } from './fuel/watch-fuel.ts';
import { overspeedOf } from './overspeed.ts';
import { idleOf } from './idle.ts';
import { sealedFacts } from './private-spans.ts';
import { openReadings } from './sensors/readings.ts';
import { dwellOf } from './dwells.ts';
import { stopOf } from './stop.ts';
import { openSwitches } from './switches.ts';
import { openTag } from './tag.ts';
import { tripOrTow } from './trip-fact.ts';
import type { TrackState } from './track-state.ts';
import { visitOf } from './visits.ts';

/**
 * Returns the ongoing facts at the end of a batch: open trip, stop, idling, overspeed and visits, alarms that may still
 * change, and open days. Stored after the facts of the batch, each replaces its earlier version.
 */
export function openFacts(state: TrackState): Fact[] {
  const { trip, stop, overspeed, fix } = state;
  const facts: Fact[] = [];
  const now = state.time ?? 0;
  const { source } = state.engine;
  if (trip?.confirmedAt != null && fix) facts.push(tripOrTow(trip, state.rest?.halt ?? fix, null, source));
  if (stop?.confirmedAt != null) facts.push(stopOf(stop, stop.confirmedAt, null, trip?.start.time ?? now, source));
  for (const rest of [state.rest, trip?.confirmedAt === null ? trip.origin : null]) {
    if (rest?.idleSince == null || rest.idleConfirmedAt === null) continue;
    const until = Math.max(rest.idleSince, rest.base.time);
    facts.push(idleOf(rest, { start: rest.idleSince, end: null, until, confirmedAt: rest.idleConfirmedAt, source }));
  }
  if (overspeed) facts.push(overspeedOf(state, overspeed, null, fix?.time ?? now));
  for (const open of state.visits) {
    if (open.confirmedAt !== null) facts.push(visitOf(open, open.confirmedAt, null, fix?.time ?? now));
  }
  for (const open of state.stays ?? []) if (open.toldAt !== null) facts.push(dwellOf(open, null));
  facts.push(...openTag(state), ...openSwitches(state), ...openTanks(state), ...openReadings(state));
  for (const alarm of Object.values(state.alarms.last)) facts.push({ ...alarm });
  return sealedFacts(state.privateSpans, [...facts, ...openDays(state)]);
}

/** Returns the days with the open trip's contribution so far. */
function openDays(state: TrackState): Fact[] {
  const { trip } = state;
  return state.days.map((day) => {
    const copy = { ...day };
    if (trip?.confirmedAt != null) {
      for (const part of trip.parts) if (part.day === day.day) mergePart(copy, part, trip.kind);
    }
    return dayFact(copy);
  });
}
