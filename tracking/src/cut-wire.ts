import type { Run } from './run.ts';
import type { TrackState } from './track-state.ts';
import { believeCut, forgetEvidence } from './wire.ts';

/**
 * A wire that was cut while parked: the following drives look like tows until there are so many that they must be
 * drives. Then the facts since the first of them are recomputed with that knowledge.
 */
export interface CutWire {
  /** The wire is not believed from here on, epoch milliseconds. */
  from: number;
  /** The time of the report that revealed the cut. */
  until: number;
  /** Seconds of driving with the wire off that revealed it. */
  seconds: number;
  /** Whether the state already takes the cut into account and is recomputing the facts up to `until`. */
  known: boolean;
}

/** Older drives remain recorded as they are: nobody expects facts from a month ago to change. */
const LONGEST_BACK_MS = 14 * 86_400_000;

/** Records that the facts since a moment have to be recomputed; null means that no cut was found. */
export function noteCut({ state, now }: Run, from: number | null): void {
  const { cut, engine } = state;
  if (cut?.known && now >= cut.until) {
    state.cut = undefined;
    // Treats the cut as if it were found now.
    forgetEvidence(engine.wire);
  }
  if (from === null || cut || now - from > LONGEST_BACK_MS) return;
  state.cut = { from, until: now, seconds: engine.wire.doubt?.seconds ?? 0, known: false };
}

/** During a recomputation: applies the known cut before a report's engine values are read. */
export function confirmCut({ state, now }: Run): void {
  const { cut, engine } = state;
  if (cut?.known && now >= cut.from && engine.wire.believed) believeCut(engine.wire, cut.seconds, now);
}

/** Returns the cut for which facts have to be recomputed, or null. */
export const unconfirmedCut = ({ cut }: TrackState): CutWire | null => (cut && !cut.known ? cut : null);

/** True when the facts since a cut can be recomputed from a state of this time. */
export const isBeforeCut = (time: number | null, { from }: CutWire): boolean => time === null || time < from;

/**
 * Marks a state from before a cut, so that it is advanced with the knowledge of the cut. Mutates and returns the state.
 */
export function withKnownCut(state: TrackState, cut: CutWire): TrackState {
  state.cut = { ...cut, known: true };
  return state;
}
