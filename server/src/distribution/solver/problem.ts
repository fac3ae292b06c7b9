/** A span of time in which a service may begin, both ends included. */
export interface Window {
  from: number;
  to: number;
}

/** What one stop asks for. */
export interface SolverStop {
  /** Units of load; 0 or more. */
  demand: number;
  /** How long it takes. */
  service: number;
  /** When it may begin: in order, apart from each other, at least one. */
  windows: readonly Window[];
}

/** Where a vehicle begins and ends, as places of the problem, and the time in which it works. */
export interface Shift {
  from: number;
  to: number;
  start: number;
  end: number;
}

/**
 * Stops and the vehicles that serve them. Place 0 is where vehicles begin, places 1 to n are the stops, and place n + 1 is
 * where vehicles end. Times, costs and loads are of any units, but each of the same everywhere.
 */
export interface RoutingProblem {
  stops: readonly SolverStop[];
  /** From place a to place b: at `a * places + b`, with `places` = stops + 2, and those of `shifts` after them. Not below 0; infinite: there is no way. */
  cost: Float64Array;
  time: Float64Array;
  vehicles: number;
  /** Load that one vehicle takes, or each of them where they differ. */
  capacity: number | readonly number[];
  /** When vehicles leave, and when they have to be at the end. */
  start: number;
  end: number;
  /**
   * Of each vehicle, where they differ. Those of one shift share its places; no two shifts share one, since the times of a place
   * are those of its shift.
   */
  shifts?: readonly Shift[];
  /** What one unit of time between leaving and the end costs, beside driving; 0: only driving costs. */
  durationCost: number;
}

export interface Solution {
  /** For each vehicle that drives: its stops, 1 to n, in order. */
  routes: number[][];
  /** Which vehicle, from 0, drives each of these routes. */
  vehicles: number[];
  /** Stops that fit nowhere in time and load. */
  left: number[];
  cost: number;
  /** Rounds of search that were done. */
  rounds: number;
}

/** Places of a problem, with those where vehicles begin and end. */
export const placesOf = ({ cost }: RoutingProblem): number => Math.sqrt(cost.length);

/** The shift of a vehicle. */
export const shiftOf = ({ shifts, stops, start, end }: RoutingProblem, vehicle: number): Shift =>
  shifts?.[vehicle] ?? { from: 0, to: stops.length + 1, start, end };

/** The first moment from `at` on that lies in a window; infinite after the last one. */
export function startFrom(windows: readonly Window[], at: number): number {
  for (const window of windows) {
    if (at <= window.to) return at > window.from ? at : window.from;
  }
  return Infinity;
}

/** The last moment up to `at` that lies in a window; minus infinity before the first one. */
export function startUntil(windows: readonly Window[], at: number): number {
  for (let index = windows.length - 1; index >= 0; index -= 1) {
    const window = windows[index];
    if (window && at >= window.from) return at < window.to ? at : window.to;
  }
  return -Infinity;
}
