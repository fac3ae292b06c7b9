/** A span of time in which a service may begin, both ends included. */
export interface Window {
  from: number;
  to: number;
}

/** The requirements of one stop. */
export interface SolverStop {
  /** Units of load; 0 or more. */
  demand: number;
  /** The duration of the service. */
  service: number;
  /** The times at which it may begin: ordered and disjoint, at least one. */
  windows: readonly Window[];
}

/** The begin and end of a vehicle, as places of the problem, and its working time. */
export interface Shift {
  from: number;
  to: number;
  start: number;
  end: number;
}

/**
 * Stops and the vehicles that serve them. Place 0 is where vehicles begin, places 1 to n are the stops, and place n + 1
 * is where vehicles end. Times, costs and loads have any unit, but the same one everywhere.
 */
export interface RoutingProblem {
  stops: readonly SolverStop[];
  /**
   * From place a to place b: at `a * places + b`, with `places` = stops + 2, followed by those of `shifts`. Never
   * negative; infinite when there is no way.
   */
  cost: Float64Array;
  time: Float64Array;
  vehicles: number;
  /** The capacity of all vehicles, or of each when they differ. */
  capacity: number | readonly number[];
  /** The departure of the vehicles, and the latest arrival at the end. */
  start: number;
  end: number;
  /**
   * The shift of each vehicle, when they differ. Vehicles of one shift share its places; no two shifts share one, since
   * the times of a place are those of its shift.
   */
  shifts?: readonly Shift[];
  /** The cost of one unit of time between departure and end, in addition to driving; 0 when only driving costs. */
  durationCost: number;
}

export interface Solution {
  /** The stops, 1 to n, of each vehicle that drives, in order. */
  routes: number[][];
  /** The vehicle, from 0, of each of these routes. */
  vehicles: number[];
  /** Stops that fit nowhere in time and load. */
  left: number[];
  cost: number;
  /** The number of search rounds done. */
  rounds: number;
}

/** The number of places of a problem, including those where vehicles begin and end. */
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
