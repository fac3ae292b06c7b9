import { placesOf, type RoutingProblem, type Shift, shiftOf, startFrom, startUntil, type Window } from './problem.ts';

/** Routes under modification, with the times that make it quick to check whether one more stop fits. */
export class Plan {
  readonly problem: RoutingProblem;
  readonly places: number;
  /** True when both directions cost the same everywhere. */
  readonly symmetric: boolean;
  readonly routes: number[][];
  /** The place and time of each vehicle's work. */
  readonly shifts: readonly Shift[];
  readonly loads: number[];
  /** The capacity of each vehicle. */
  readonly capacities: readonly number[];
  readonly costs: number[];
  /** The route of a stop; -1 for none. */
  readonly routeOf: Int32Array;
  /** The index of a stop in its route, from 0. */
  readonly indexOf: Int32Array;
  readonly left = new Set<number>();
  /** The departure of the vehicle from each stop. */
  readonly leaves: Float64Array;
  /** The latest arrival for which all following stops are in time as well. */
  readonly latest: Float64Array;
  readonly demand: Float64Array;
  readonly service: Float64Array;
  /** The bounds of stops with a single window; NaN for others, whose `windows` are read. */
  readonly opens: Float64Array;
  readonly closes: Float64Array;
  readonly windows: (readonly Window[])[];

  constructor(problem: RoutingProblem) {
    this.problem = problem;
    this.places = placesOf(problem);
    this.symmetric = isSymmetric(problem.cost, this.places);
    this.routes = Array.from({ length: problem.vehicles }, () => []);
    this.shifts = this.routes.map((_route, vehicle) => shiftOf(problem, vehicle));
    this.loads = this.routes.map(() => 0);
    this.costs = this.routes.map(() => 0);
    const { capacity } = problem;
    this.capacities = typeof capacity === 'number' ? this.routes.map(() => capacity) : capacity;
    this.routeOf = new Int32Array(this.places).fill(-1);
    this.indexOf = new Int32Array(this.places);
    this.leaves = new Float64Array(this.places);
    this.latest = new Float64Array(this.places);
    this.demand = new Float64Array(this.places);
    this.service = new Float64Array(this.places);
    this.opens = new Float64Array(this.places).fill(Number.NaN);
    this.closes = new Float64Array(this.places).fill(Number.NaN);
    this.windows = [[], ...problem.stops.map((stop) => stop.windows)];
    for (const [index, stop] of problem.stops.entries()) {
      const place = index + 1;
      this.demand[place] = stop.demand;
      this.service[place] = stop.service;
      const [window, more] = stop.windows;
      if (window && !more) [this.opens[place], this.closes[place]] = [window.from, window.to];
      this.left.add(place);
    }
    for (const { from, to, start, end } of this.shifts) {
      this.leaves[from] = start;
      this.latest[to] = end;
    }
  }

  /** The driving cost of a route; 0 for an empty one. */
  cost(): number {
    let sum = 0;
    for (const cost of this.costs) sum += cost;
    return sum;
  }

  /** The begin of the service for an arrival at a moment; infinite when that is too late. */
  startAt(place: number, at: number): number {
    const opens = this.opens[place] ?? 0;
    if (Number.isNaN(opens)) return startFrom(this.windows[place] ?? [], at);
    if (at > (this.closes[place] ?? 0)) return Infinity;
    return at > opens ? at : opens;
  }

  /** Recalculates times, load and cost of a route whose stops have changed. */
  renew(route: number): void {
    const { problem, places, leaves, latest } = this;
    const stops = this.routes[route] ?? [];
    const shift = this.shifts[route];
    if (stops.length === 0 || !shift) {
      this.loads[route] = 0;
      this.costs[route] = 0;
      return;
    }
    const last = shift.to;
    let [at, from, load, cost] = [shift.start, shift.from, 0, 0];
    for (let index = 0; index < stops.length; index += 1) {
      const stop = stops[index] ?? 0;
      cost += problem.cost[from * places + stop] ?? 0;
      at = this.startAt(stop, at + (problem.time[from * places + stop] ?? 0)) + (this.service[stop] ?? 0);
      leaves[stop] = at;
      load += this.demand[stop] ?? 0;
      this.routeOf[stop] = route;
      this.indexOf[stop] = index;
      from = stop;
    }
    cost += problem.cost[from * places + last] ?? 0;
    if (problem.durationCost > 0) {
      cost += problem.durationCost * (at + (problem.time[from * places + last] ?? 0) - shift.start);
    }
    let [until, to] = [shift.end, last];
    for (let index = stops.length - 1; index >= 0; index -= 1) {
      const stop = stops[index] ?? 0;
      const bound = until - (problem.time[stop * places + to] ?? 0) - (this.service[stop] ?? 0);
      const opens = this.opens[stop] ?? 0;
      if (Number.isNaN(opens)) until = startUntil(this.windows[stop] ?? [], bound);
      else if (bound < opens) until = -Infinity;
      else until = Math.min(bound, this.closes[stop] ?? 0);
      latest[stop] = until;
      to = stop;
    }
    this.loads[route] = load;
    this.costs[route] = cost;
  }

  /** True when all stops of a route are in time, by the times calculated last. */
  isInTime(route: number): boolean {
    const stops = this.routes[route] ?? [];
    const [first] = stops;
    const shift = this.shifts[route];
    if (first === undefined || !shift) return true;
    return shift.start + (this.problem.time[shift.from * this.places + first] ?? 0) <= (this.latest[first] ?? 0) + 1e-9;
  }

  /** True when a stop fits between two places of a route in time. Loads are checked by the caller. */
  fits(before: number, stop: number, after: number): boolean {
    const { problem, places } = this;
    const there = (this.leaves[before] ?? 0) + (problem.time[before * places + stop] ?? 0);
    const starts = this.startAt(stop, there);
    // When vehicles may end at any time, an arrival that is too late would count as early enough.
    if (starts === Infinity) return false;
    const next = starts + (this.service[stop] ?? 0) + (problem.time[stop * places + after] ?? 0);
    return next <= (this.latest[after] ?? 0) + 1e-9;
  }
}

function isSymmetric(cost: Float64Array, places: number): boolean {
  for (let a = 0; a < places; a += 1) {
    for (let b = 0; b < a; b += 1) if (cost[a * places + b] !== cost[b * places + a]) return false;
  }
  return true;
}
