import type { Coordinates } from '@milepost/protocols/types';
import type { Boundary, Fact } from './fact.ts';
import type { TrackingContext } from './settings.ts';
import { between } from './geo.ts';
import type { Fix } from './motion-state.ts';
import type { TrackState } from './track-state.ts';

/** The beginning or end of a trip, reported once it is known. */
export interface TripMoment {
  begins: boolean;
  at: number;
  reason: Boundary;
}

/** One call of `advance`: the state that it mutates, its context, and the facts that it finds. */
export interface Run {
  state: TrackState;
  context: TrackingContext;
  facts: Fact[];
  /** Time of the report being processed. */
  now: number;
  /** Coordinates and device clock of a report that is dated by its receipt: see `StatusReport`. */
  coordinates?: Coordinates | null | undefined;
  deviceClock?: Date | null | undefined;
  /** Whether movement has been the only evidence of the engine since the previous report. */
  isEngineUnknown?: boolean | undefined;
  /** Values of the smoothed sensors in this report, by sensor. */
  smoothed?: Map<number, number> | undefined;
  /** Index of each alarm of this report among the facts, by its key. */
  readings?: Map<string, number> | undefined;
  /** The kinds of facts that this report exhausted; see `pots.ts`. */
  crowded?: { crowdedAreas?: boolean; crowdedAlarms?: boolean } | undefined;
  /** The trips that begin and end with this report, in order of time. */
  tripMoments?: TripMoment[] | undefined;
  /** The end of idling, where idling ends with this report. */
  idledUntil?: number | undefined;
  /** The leg measured last, cached because several parts need it. */
  leg?: { from: Fix; to: Fix; metres: number } | undefined;
}

/** Each field is present from the start: adding one to an object takes longer than the rest of its use. */
export const newRun = (state: TrackState, context: TrackingContext, facts: Fact[], now: number): Run => ({
  state,
  context,
  facts,
  now,
  coordinates: undefined,
  deviceClock: undefined,
  isEngineUnknown: undefined,
  smoothed: undefined,
  readings: undefined,
  crowded: undefined,
  tripMoments: undefined,
  idledUntil: undefined,
  leg: undefined,
});

/** Metres between two fixes. */
export function metresOf(run: Run, from: Fix, to: Fix): number {
  const { leg } = run;
  if (leg && leg.from === from && leg.to === to) return leg.metres;
  const metres = between(from, to);
  run.leg = { from, to, metres };
  return metres;
}
