import type { Fact } from './fact.ts';
import type { TrackingContext } from './settings.ts';
import { between } from './geo.ts';
import type { Fix, TrackState } from './track-state.ts';

/** One advance under way: the state that it changes, what it depends on, and the facts that it finds. */
export interface Run {
  state: TrackState;
  context: TrackingContext;
  facts: Fact[];
  /** Time of the report being taken in. */
  now: number;
  /** The newest leg that was measured: several parts ask for the same. */
  leg?: { from: Fix; to: Fix; metres: number };
}

/** Metres between two fixes. */
export function metresOf(run: Run, from: Fix, to: Fix): number {
  const { leg } = run;
  if (leg && leg.from === from && leg.to === to) return leg.metres;
  const metres = between(from, to);
  run.leg = { from, to, metres };
  return metres;
}
