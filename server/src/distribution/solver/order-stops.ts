import { insertLateStops } from './fit-late.ts';
import type { RoutingProblem, SolverStop } from './problem.ts';
import { solve } from './solve.ts';
import { type Timetable, timetable, orderCost } from './timetable.ts';

/** Stops of one vehicle in their present order. Place 0 is the begin, n + 1 the end, as in `RoutingProblem`. */
export interface StopsToOrder {
  stops: readonly SolverStop[];
  /** Seconds of driving between places, in row-major order. */
  seconds: Float64Array;
  /** The second of departure, on the clock of the windows. */
  start: number;
}

export interface Ordered {
  /** The proposed order and the given one; equal when no better one was found. */
  proposed: Timetable;
  given: Timetable;
  better: boolean;
  rounds: number;
}

/** Rounds of search: a minimum, more for each stop, and a maximum. */
const ROUNDS = { least: 2000, each: 250, most: 40_000 };
/** The cost of a second of waiting in seconds of driving: nobody wants to wait an hour to save a minute of driving. */
const DURATION_COST = 0.2;
/** The part of the time that is spent on stops that are late in any order. */
const LATE_SHARE = 0.3;

/**
 * Orders a vehicle's stops: all within their windows if such an order is found, otherwise with little lateness, and
 * then with little driving. Never worse than the given order.
 * @param elapsed returns the elapsed share of the time, given the completed share of the work; see `SearchOptions`
 */
export function orderStops({ stops, seconds, start }: StopsToOrder, elapsed?: (done: number) => number): Ordered {
  const problem: RoutingProblem = {
    stops: stops.map((stop) => ({ ...stop, demand: 0 })),
    cost: seconds,
    time: seconds,
    vehicles: 1,
    capacity: 0,
    start,
    end: Infinity,
    durationCost: DURATION_COST,
  };
  const given = stops.map((_stop, index) => index + 1);
  const rounds = Math.min(ROUNDS.most, ROUNDS.least + ROUNDS.each * stops.length);
  const whole = elapsed ?? ((done: number) => done);
  const found = solve(problem, { rounds, elapsed: (done) => whole(done * (1 - LATE_SHARE)) / (1 - LATE_SHARE) });
  const inTime = found.routes[0] ?? [];
  const order =
    found.left.length === 0
      ? inTime
      : insertLateStops(problem, inTime, found.left, {
          rounds,
          elapsed: (done) => (whole(1 - LATE_SHARE + done * LATE_SHARE) - (1 - LATE_SHARE)) / LATE_SHARE,
        });
  const better = orderCost(problem, order) < orderCost(problem, given) - 1e-6;
  return {
    proposed: timetable(problem, better ? order : given),
    given: timetable(problem, given),
    better,
    rounds: found.rounds,
  };
}
