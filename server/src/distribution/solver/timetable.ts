import { placesOf, type RoutingProblem, shiftOf, startFrom } from './problem.ts';

/** One stop of a timetable: moments in the problem's unit of time. */
export interface TimetableStop {
  /** 1 to n. */
  stop: number;
  arrives: number;
  /** The begin of the service; at a late stop immediately on arrival. */
  begins: number;
  leaves: number;
  /** Seconds between the end of the last window and the begin; 0 when in time. */
  late: number;
}

export interface Timetable {
  calls: TimetableStop[];
  ends: number;
  /** The cost of driving only, in the problem's unit of cost. */
  cost: number;
  late: number;
}

/** The times of a vehicle that serves these stops in this order, late or not. */
export function timetable(problem: RoutingProblem, order: readonly number[], vehicle = 0): Timetable {
  const places = placesOf(problem);
  const shift = shiftOf(problem, vehicle);
  const calls: TimetableStop[] = [];
  let [at, from, cost, late] = [shift.start, shift.from, 0, 0];
  for (const stop of order) {
    const target = problem.stops[stop - 1];
    if (!target) continue;
    const arrives = at + (problem.time[from * places + stop] ?? 0);
    const open = startFrom(target.windows, arrives);
    const begins = open === Infinity ? arrives : open;
    const lateBy = open === Infinity ? arrives - (target.windows.at(-1)?.to ?? arrives) : 0;
    at = begins + target.service;
    cost += problem.cost[from * places + stop] ?? 0;
    late += lateBy;
    calls.push({ stop, arrives, begins, leaves: at, late: lateBy });
    from = stop;
  }
  const last = shift.to;
  cost += problem.cost[from * places + last] ?? 0;
  return { calls, ends: at + (problem.time[from * places + last] ?? 0), cost, late };
}

/** The cost of one unit of lateness, in units of driving. */
const LATE_COST = 10;

/** The cost of an order: driving, duration, and above all lateness. Lower is better. */
export function orderCost(problem: RoutingProblem, order: readonly number[], vehicle = 0): number {
  const places = placesOf(problem);
  const shift = shiftOf(problem, vehicle);
  let [at, from, sum, late] = [shift.start, shift.from, 0, 0];
  for (let index = 0; index < order.length; index += 1) {
    const stop = order[index] ?? 0;
    const target = problem.stops[stop - 1];
    if (!target) continue;
    const arrives = at + (problem.time[from * places + stop] ?? 0);
    const open = startFrom(target.windows, arrives);
    if (open === Infinity) late += arrives - (target.windows.at(-1)?.to ?? arrives);
    at = (open === Infinity ? arrives : open) + target.service;
    sum += problem.cost[from * places + stop] ?? 0;
    from = stop;
  }
  sum += problem.cost[from * places + shift.to] ?? 0;
  const ends = at + (problem.time[from * places + shift.to] ?? 0);
  return sum + problem.durationCost * (ends - shift.start) + LATE_COST * late;
}
