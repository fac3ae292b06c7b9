import type { Run } from './run.ts';
import type { TrackState } from './track-state.ts';
import { believeCut, forgetEvidence } from './wire.ts';

/**
 * A wire that was cut while parked: the ways that follow look like tows until there are so many that they are drives. Then
 * the facts since the first of them are made again, with what is known now.
 */
export interface CutWire {
  /** Nothing that the wire said from here on is to be believed, epoch milliseconds. */
  from: number;
  /** The report that showed it. */
  until: number;
  /** Driving with the wire off that showed it. */
  seconds: number;
  /** Whether this is known to the state, which then makes the facts up to `until` again. */
  known: boolean;
}

/** Older ways stay what they were told as: nobody expects the facts of a month ago to change. */
const LONGEST_BACK_MS = 14 * 86_400_000;

/** Notes that the facts since a moment have to be made again; null: nothing was found. */
export function noteCut({ state, now }: Run, from: number | null): void {
  const { cut, engine } = state;
  if (cut?.known && now >= cut.until) {
    state.cut = undefined;
    // As if it were found now.
    forgetEvidence(engine.wire);
  }
  if (from === null || cut || now - from > LONGEST_BACK_MS) return;
  state.cut = { from, until: now, seconds: engine.wire.doubt?.seconds ?? 0, known: false };
}

/** While facts are made again: before what a report says of the engine is taken in. */
export function confirmCut({ state, now }: Run): void {
  const { cut, engine } = state;
  if (cut?.known && now >= cut.from && engine.wire.believed) believeCut(engine.wire, cut.seconds, now);
}

/** A cut of which the facts have to be made again; null where there is none. */
export const unconfirmedCut = ({ cut }: TrackState): CutWire | null => (cut && !cut.known ? cut : null);

/** Whether the facts since a cut can be made again from a state of this time. */
export const isBeforeCut = (time: number | null, { from }: CutWire): boolean => time === null || time < from;

/** A state of before a cut, to be advanced again with what is known now. It becomes the caller's. */
export function knowing(state: TrackState, cut: CutWire): TrackState {
  state.cut = { ...cut, known: true };
  return state;
}
