import type { Dwell } from '../fact.ts';
import type { Coordinates } from '../geo.ts';

/** A stop of a run as it was planned. Times in epoch milliseconds. */
export interface PlannedStop {
  outletId: number;
  /** Its position in the planned order. */
  position: number;
  serviceS: number;
  /** Null if it is skipped. */
  arrival: number | null;
  departure: number | null;
  /** When it should be reached; null if any time is acceptable. */
  windowFrom: number | null;
  windowTo: number | null;
  /** Whether a person removed it for the day. */
  skipped: boolean;
}

/** A run of one day as it was planned. Times in epoch milliseconds. */
export interface RunPlan {
  startsAt: number;
  /** The vehicle's dwells between these times belong to the run. */
  from: number;
  until: number;
  /** The place id of the depot, which is negative; null for any depot. */
  beginDepot: number | null;
  endDepot: number | null;
  /** A stop counts as served when the vehicle stood there for this long, seconds. */
  shortestDwellS: number;
  stops: readonly PlannedStop[];
}

/** A dwell of the run's vehicle, with the centre of its place; null if the place no longer has one. */
export interface PlaceDwell extends Pick<Dwell, 'placeId' | 'start' | 'end' | 'seenAt' | 'startM' | 'endM' | 'halts'> {
  middle: Coordinates | null;
}

/**
 * One vehicle on a run, and its dwells, in any order. Times in epoch milliseconds; -Infinity from the beginning of the
 * run, Infinity to its end.
 */
export interface VehicleTurn {
  vehicleId: number;
  from: number;
  until: number;
  stays: readonly PlaceDwell[];
}

/**
 * Why a visit is not certain. `shared`: the vehicle stood where it may have served another stop as well; `neighbour`:
 * it stood clearly nearer to an outlet that is not on the run.
 */
export type RunFinding = 'shared' | 'neighbour';

/** `unknown`: the vehicle sent no data on the whole day, so that the result of the stop is unknown. */
export type VisitState = 'planned' | 'arrived' | 'done' | 'missed' | 'skipped' | 'unplanned' | 'unknown';

/** The result of a stop, or of an outlet outside the plan. Times in epoch milliseconds. */
export interface StopVisit {
  outletId: number;
  /** The vehicle that was there, or null. */
  vehicleId: number | null;
  state: VisitState;
  /** Whether the vehicle stood there for the shortest dwell. */
  served: boolean;
  /** Its position among all served outlets, from 1 on; null if not served. */
  order: number | null;
  arrivedAt: number | null;
  /** Null while the vehicle is there. */
  departedAt: number | null;
  /** How long the vehicle stood, seconds. */
  stoodS: number;
  /** The leg to it: seconds, and the place before (a depot's id is negative); null where unknown. */
  legS: number | null;
  legFrom: number | null;
  doubt: RunFinding | null;
}

/** The course of a run. Times in epoch milliseconds. */
export interface RunFacts {
  /** When it left its depot, or reached its first stop if no departure from a depot was recorded; null before that. */
  begunAt: number | null;
  begunBy: 'depot' | 'stop' | null;
  /** When it was back, or the day was over; null while it is ongoing. */
  endedAt: number | null;
  endedBy: 'depot' | 'day' | null;
  /**
   * Metres between the run's beginning and end, as far as known, for all its vehicles; null where a device was changed
   * meanwhile.
   */
  drivenM: number | null;
  /** When the current vehicle took the run over, and when it left its depot after that; null if it is the first. */
  takenOver: { at: number; begunAt: number | null } | null;
  /** In planned order, followed by those outside the plan in order of time. */
  visits: StopVisit[];
}
