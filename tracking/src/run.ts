import type { Fact } from './fact.ts';
import type { TrackingContext } from './settings.ts';
import type { TrackState } from './track-state.ts';

/** One advance under way: the state that it changes, what it depends on, and the facts that it finds. */
export interface Run {
  state: TrackState;
  context: TrackingContext;
  facts: Fact[];
  /** Time of the report being taken in. */
  now: number;
}
