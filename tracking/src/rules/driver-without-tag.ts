import type { TrackState } from '../track-state.ts';
import { longer } from './longer.ts';
import type { RuleKind } from './rule-kind.ts';

/** A trip that has gone on for so long or longer, and since its beginning no tag told who drives. */
interface DriverWithoutTag {
  kind: 'driverWithoutTag';
  afterS: number;
}

export const driverWithoutTag: RuleKind<DriverWithoutTag> = {
  watch(run, rule, { afterS }) {
    longer(run, rule, untaggedSince(run.state), afterS);
  },
};

/** Since when a trip goes on without a tag; one shown while the engine warmed up counts. Null where there is none such. */
function untaggedSince({ trip, engine, taggedAt }: TrackState): number | null {
  if (trip?.confirmedAt == null || trip.kind === 'tow') return null;
  const since = engine.on === true ? Math.min(trip.start.time, engine.since) : trip.start.time;
  return taggedAt !== null && taggedAt >= since ? null : trip.start.time;
}
