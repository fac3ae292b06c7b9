import { Plan } from './plan.ts';
import type { RoutingProblem, Solution } from './problem.ts';
import { randomOf } from './random.ts';
import { recreate } from './recreate.ts';
import { ruin } from './ruin.ts';
import { untangle } from './untangle.ts';

export interface SearchOptions {
  /** Rounds of search. */
  rounds: number;
  seed?: number;
  /**
   * Called periodically with the completed share of the rounds; returns the elapsed share of the time, 0 to 1. From 1
   * on the search ends with the best result so far. Its value does not affect the result while it is less than the
   * completed share.
   */
  elapsed?: (done: number) => number;
}

/**
 * The temperature of the search at first and at last, in mean distances between neighbouring stops of the first routes.
 */
const WARM = 10;
const COLD = 0.02;
const CHECK_EVERY = 256;
/** With fewer routes than this they are long, and parts of them may have to be reversed. */
const FEW_ROUTES = 4;

/**
 * Finds routes that serve as many stops as possible, and of those the cheapest, by ruin and recreate with annealing.
 * The same problem, rounds and seed give the same routes.
 */
export function solve(problem: RoutingProblem, { rounds, seed = 1, elapsed }: SearchOptions): Solution {
  const random = randomOf(seed);
  const plan = new Plan(problem);
  const nearby = neighbours(problem, plan.places);
  recreate(plan, random, () => {});
  let best = copy(plan, 0);
  let cost = plan.cost();
  const legs = problem.stops.length - plan.left.size + plan.routes.filter((route) => route.length > 0).length;
  const mean = cost / Math.max(1, legs);
  /** The number of times that a stop was omitted: such stops get more weight, so that others give way to them. */
  const missed = new Float64Array(plan.places);
  const saved = new Map<number, number[]>();
  const touch = (route: number) => {
    if (!saved.has(route)) saved.set(route, plan.routes[route] ?? []);
  };
  let done = 0;
  let share = 0;
  for (; done < rounds; done += 1) {
    if (done % CHECK_EVERY === 0) {
      share = Math.max(done / rounds, elapsed?.(done / rounds) ?? 0);
      if (share >= 1) break;
    }
    const warmth = mean * WARM * (COLD / WARM) ** share;
    const leftBefore = [...plan.left];
    saved.clear();
    ruin(plan, nearby, random, touch);
    const moved = [...plan.left];
    recreate(plan, random, touch);
    if (plan.routes.length - unused(plan) < FEW_ROUTES) untangle(plan, moved, nearby, touch);
    const next = plan.cost();
    if (isTaken(plan, leftBefore, missed, next, cost - warmth * Math.log(random()))) {
      cost = next;
      if (plan.left.size < best.left.length || (plan.left.size === best.left.length && cost < best.cost - 1e-9)) {
        best = copy(plan, done);
      }
    } else {
      goBack(plan, saved, leftBefore);
    }
  }
  return { ...best, rounds: done };
}

function isTaken(plan: Plan, leftBefore: number[], missed: Float64Array, cost: number, most: number): boolean {
  if (plan.left.size === 0 && leftBefore.length === 0) return cost < most;
  const sum = (stops: Iterable<number>) => {
    let total = 0;
    for (const stop of stops) total += missed[stop] ?? 0;
    return total;
  };
  const taken =
    plan.left.size < leftBefore.length ||
    sum(plan.left) < sum(leftBefore) ||
    (plan.left.size === leftBefore.length && sum(plan.left) === sum(leftBefore) && cost < most);
  for (const stop of plan.left) missed[stop] = (missed[stop] ?? 0) + 1;
  return taken;
}

const unused = (plan: Plan) => plan.routes.filter((route) => route.length === 0).length;

function goBack(plan: Plan, saved: Map<number, number[]>, left: number[]): void {
  plan.left.clear();
  for (const stop of left) {
    plan.left.add(stop);
    plan.routeOf[stop] = -1;
  }
  for (const [route, stops] of saved) {
    plan.routes[route] = stops;
    plan.renew(route);
  }
}

const copy = (plan: Plan, rounds: number): Solution => ({
  routes: plan.routes.filter((route) => route.length > 0).map((route) => [...route]),
  vehicles: plan.routes.flatMap((route, vehicle) => (route.length > 0 ? [vehicle] : [])),
  left: [...plan.left].toSorted((a, b) => a - b),
  cost: plan.cost(),
  rounds,
});

/** For each place the stops, nearest first, with itself at the beginning. */
function neighbours({ cost, stops: all }: RoutingProblem, places: number): Int32Array[] {
  const stops = all.map((_stop, index) => index + 1);
  return Array.from({ length: places }, (_, from) => {
    const far = (to: number) =>
      from === to ? -1 : Math.min(cost[from * places + to] ?? 0, cost[to * places + from] ?? 0);
    return Int32Array.from(stops.toSorted((a, b) => far(a) - far(b)));
  });
}
