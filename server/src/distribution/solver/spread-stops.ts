import type { Shift, SolverStop } from './problem.ts';
import { solve } from './solve.ts';

/** Stops and the vehicles over which they are spread; places are those of a `RoutingProblem`. */
export interface StopsToSpread {
  stops: readonly SolverStop[];
  /** Seconds of driving between places, in row-major order. */
  seconds: Float64Array;
  /** The shift of each vehicle; seconds on the clock of the windows. */
  shifts: readonly Shift[];
  /** The capacity of each vehicle. */
  capacities: readonly number[];
}

export interface SpreadResult {
  /** The stops, 1 to n, of each vehicle in order; empty when it does not drive. */
  tours: number[][];
  left: number[];
}

/** Rounds of search: a minimum, more for each stop, and a maximum. */
const ROUNDS = { least: 2000, each: 250, most: 40_000 };
/**
 * The cost of a second of waiting in seconds of driving, the same as for the stops of one vehicle: nobody waits an hour
 * to save a minute of driving.
 */
const DURATION_COST = 0.2;

/**
 * Spreads stops over vehicles: as many as possible within their windows, the capacities and the shifts; of such
 * solutions one with little driving.
 * @param elapsed returns the elapsed share of the time, given the completed share of the work; see `SearchOptions`
 */
export function spreadStops(
  { stops, seconds, shifts, capacities }: StopsToSpread,
  elapsed?: (done: number) => number,
): SpreadResult {
  if (stops.length === 0) return { tours: capacities.map(() => []), left: [] };
  const found = solve(
    {
      stops,
      cost: seconds,
      time: seconds,
      vehicles: capacities.length,
      capacity: capacities,
      start: 0,
      end: 0,
      shifts,
      durationCost: DURATION_COST,
    },
    {
      rounds: Math.min(ROUNDS.most, ROUNDS.least + ROUNDS.each * stops.length),
      ...(elapsed && { elapsed }),
    },
  );
  const tours: number[][] = capacities.map(() => []);
  for (const [index, vehicle] of found.vehicles.entries()) tours[vehicle] = found.routes[index] ?? [];
  return { tours, left: found.left };
}
