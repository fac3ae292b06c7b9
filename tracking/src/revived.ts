import { NO_SUMS } from './day-sums.ts';
import { newState, type TrackState } from './track-state.ts';

/**
 * Returns a stored state with the sums introduced since then: 0, until its facts are recomputed by the newer rule; and
 * with its fields in the order of a new one (see `LEFT_OUT`).
 */
export function revived(state: TrackState): TrackState {
  for (const day of state.days) Object.assign(day, { ...NO_SUMS, ...day });
  if (state.trip) {
    state.trip.unseenM ??= 0;
    for (const part of state.trip.parts) part.unseenM ??= 0;
  }
  if (state.stop) state.stop.unseen ??= state.stop.unseenS === 0 ? [] : null;
  return { ...newState(), ...state };
}
