import type { Shift, SolverStop } from './problem.ts';
import { solve } from './solve.ts';

/** Stops and the vehicles over which they are spread; places are those of a `RoutingProblem`. */
export interface StopsToSpread {
  stops: readonly SolverStop[];
  /** Seconds of driving from place to place, rows after each other. */
  seconds: Float64Array;
  /** Of each vehicle; seconds on the clock of the windows. */
  shifts: readonly Shift[];
  /** What each vehicle takes. */
  capacities: readonly number[];
}

export interface SpreadStops {
  /** For each vehicle its stops, 1 to n, in order; empty where it does not drive. */
  tours: number[][];
  left: number[];
}

/** Rounds of search: so many, and so many more for each stop, up to the most. */
const ROUNDS = { least: 2000, each: 250, most: 40_000 };
/** As where one vehicle's stops are ordered: nobody waits an hour to save a minute of driving. */
const DURATION_COST = 0.2;

/**
 * Spreads stops over vehicles: as many as are served in their windows, with what the vehicles take and before they have to
 * be back; of such ways one with little driving.
 * @param elapsed which share of the time has gone, asked with the share of the work that is done; see `SearchOptions`
 */
export function spreadStops(
  { stops, seconds, shifts, capacities }: StopsToSpread,
  elapsed?: (done: number) => number,
): SpreadStops {
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
