import type { Dwell } from '../fact.ts';
import type { Place } from '../geo.ts';

/** A stop of a run as it was planned. Times in epoch milliseconds. */
export interface PlannedStop {
  outletId: number;
  /** Its place in the planned order. */
  position: number;
  serviceS: number;
  /** Null where it is skipped. */
  arrival: number | null;
  departure: number | null;
  /** When it should be reached; null where any time will do. */
  windowFrom: number | null;
  windowTo: number | null;
  /** Somebody took it out for the day. */
  skipped: boolean;
}

/** A run of one day as it was planned. Times in epoch milliseconds. */
export interface RunPlan {
  startsAt: number;
  /** Stays of the vehicle between these belong to the run. */
  from: number;
  until: number;
  /** Numbers of places, which are negative; null: any depot. */
  beginDepot: number | null;
  endDepot: number | null;
  /** A stop is served when the vehicle stood there for so long, seconds. */
  shortestDwellS: number;
  stops: readonly PlannedStop[];
}

/** A stay of the run's vehicle, with the middle of its place; null where the place has none any more. */
export interface PlaceDwell extends Pick<Dwell, 'placeId' | 'start' | 'end' | 'seenAt' | 'startM' | 'endM' | 'halts'> {
  middle: Place | null;
}

/**
 * One vehicle on a run, and its stays, in any order. Times in epoch milliseconds; -Infinity from the begin of the run,
 * Infinity to its end.
 */
export interface VehicleTurn {
  vehicleId: number;
  from: number;
  until: number;
  stays: readonly PlaceDwell[];
}

/**
 * Why a visit is not certain: `shared`: the vehicle stood where it may have served another stop as well; `neighbour`: it
 * stood clearly nearer to an outlet that is not on the run.
 */
export type RunFinding = 'shared' | 'neighbour';

/** `unknown`: nothing was heard of the vehicle on the whole day, so that nobody knows whether the stop was served. */
export type VisitState = 'planned' | 'arrived' | 'done' | 'missed' | 'skipped' | 'unplanned' | 'unknown';

/** What happened at a stop, or at an outlet beside the plan. Times in epoch milliseconds. */
export interface StopVisit {
  outletId: number;
  /** Which vehicle was there; null where none was. */
  vehicleId: number | null;
  state: VisitState;
  /** The vehicle stood there for the shortest dwell. */
  served: boolean;
  /** Among all outlets that were served, from 1 on; null where it was not. */
  order: number | null;
  arrivedAt: number | null;
  /** Null while it is there. */
  departedAt: number | null;
  /** How long it stood, seconds. */
  stoodS: number;
  /** The way to it: seconds, and the place before (a depot is negative); null where that is unknown. */
  legS: number | null;
  legFrom: number | null;
  doubt: RunFinding | null;
}

/** What happened on a run. Times in epoch milliseconds. */
export interface RunFacts {
  /** When it left its depot, or reached its first stop where it was not seen at a depot; null while it did not. */
  begunAt: number | null;
  begunBy: 'depot' | 'stop' | null;
  /** When it was back, or the day was over; null while it goes on. */
  endedAt: number | null;
  endedBy: 'depot' | 'day' | null;
  /** Metres between both, so far as they are known, of all its vehicles; null where a device was changed meanwhile. */
  drivenM: number | null;
  /** Since when the vehicle that is on the run now has it from another, and when it left its depot since; null: it has none before it. */
  takenOver: { at: number; begunAt: number | null } | null;
  /** In planned order, then those beside the plan in order of time. */
  visits: StopVisit[];
}
