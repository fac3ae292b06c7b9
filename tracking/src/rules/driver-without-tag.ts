import type { TrackState } from '../track-state.ts';
import { longer, tripOver } from './longer.ts';
import type { RuleKind } from './rule-kind.ts';

/** A trip of this duration or longer without a driver's tag since its beginning. */
interface DriverWithoutTag {
  kind: 'driverWithoutTag';
  afterS: number;
}

export const driverWithoutTag: RuleKind<DriverWithoutTag> = {
  watch(run, rule, { afterS }) {
    longer(run, rule, untaggedSince(run.state), afterS, tripOver(run));
  },
};

/** Returns since when a trip without a tag has lasted, or null; a tag presented while the engine warmed up counts. */
function untaggedSince({ trip, engine, taggedAt }: TrackState): number | null {
  if (trip?.confirmedAt == null || trip.kind === 'tow') return null;
  const since = engine.on === true ? Math.min(trip.start.time, engine.since) : trip.start.time;
  return taggedAt !== null && taggedAt >= since ? null : trip.start.time;
}
