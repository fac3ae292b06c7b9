import { fitLate } from './fit-late.ts';
import type { RoutingProblem, SolverStop } from './problem.ts';
import { solve } from './solve.ts';
import { type Timetable, timetable, worth } from './timetable.ts';

/** Stops of one vehicle, in the order they have now. Place 0 is the begin, n + 1 the end, as in `RoutingProblem`. */
export interface StopsToOrder {
  stops: readonly SolverStop[];
  /** Seconds of driving from place to place, rows after each other. */
  seconds: Float64Array;
  /** Second at which the vehicle leaves, on the clock of the windows. */
  start: number;
}

export interface Ordered {
  /** The proposed order and the one of the input; the same where no better one was found. */
  proposed: Timetable;
  given: Timetable;
  better: boolean;
  rounds: number;
}

/** Rounds of search: so many, and so many more for each stop, up to the most. */
const ROUNDS = { least: 2000, each: 250, most: 40_000 };
/** A second of waiting counts as so many seconds of driving: who waits an hour to save a minute of driving is not thanked. */
const DURATION_COST = 0.2;
/** What part of the time goes to stops that are late whatever the order. */
const LATE_SHARE = 0.3;

/**
 * An order of a vehicle's stops: all in their windows, if such an order is found; else with little lateness. Of such orders
 * one with little driving. It is never worth less than the given one.
 * @param elapsed which share of the time has gone, asked with the share of the work that is done; see `SearchOptions`
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
      : fitLate(problem, inTime, found.left, {
          rounds,
          elapsed: (done) => (whole(1 - LATE_SHARE + done * LATE_SHARE) - (1 - LATE_SHARE)) / LATE_SHARE,
        });
  const better = worth(problem, order) < worth(problem, given) - 1e-6;
  return {
    proposed: timetable(problem, better ? order : given),
    given: timetable(problem, given),
    better,
    rounds: found.rounds,
  };
}
