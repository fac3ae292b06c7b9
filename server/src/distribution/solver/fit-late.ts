import type { RoutingProblem } from './problem.ts';
import { randomOf } from './random.ts';
import type { SearchOptions } from './solve.ts';
import { orderCost } from './timetable.ts';

const LONGEST_PART = 3;
const CHECK_EVERY = 1024;
const COLD = 0.001;

/**
 * Inserts stops that no order serves in time at the best position, and then moves stops while that improves the order.
 */
export function insertLateStops(
  problem: RoutingProblem,
  inTime: readonly number[],
  left: readonly number[],
  { rounds, seed = 1, elapsed }: SearchOptions,
): number[] {
  const random = randomOf(seed);
  const closes = (stop: number) => problem.stops[stop - 1]?.windows.at(-1)?.to ?? 0;
  let order = [...inTime];
  for (const stop of left.toSorted((a, b) => closes(a) - closes(b))) order = insertBest(problem, order, stop);
  if (order.length < 2) return order;
  let value = orderCost(problem, order);
  let [best, bestValue] = [order, value];
  const warm = value / order.length / 10;
  let share = 0;
  for (let done = 0; done < rounds; done += 1) {
    if (done % CHECK_EVERY === 0) {
      share = Math.max(done / rounds, elapsed?.(done / rounds) ?? 0);
      if (share >= 1) break;
    }
    const next = changed(order, random);
    const nextValue = orderCost(problem, next);
    if (nextValue < value - warm * COLD ** share * Math.log(random())) {
      [order, value] = [next, nextValue];
      if (value < bestValue - 1e-9) [best, bestValue] = [order, value];
    }
  }
  return best;
}

/** The order with one more stop at its best position. */
export function insertBest(problem: RoutingProblem, order: readonly number[], stop: number, vehicle = 0): number[] {
  let [best, bestValue] = [[...order, stop], Infinity];
  for (let index = 0; index <= order.length; index += 1) {
    const next = order.toSpliced(index, 0, stop);
    const value = orderCost(problem, next, vehicle);
    if (value < bestValue) [best, bestValue] = [next, value];
  }
  return best;
}

/** The order with a part moved or reversed. */
function changed(order: readonly number[], random: () => number): number[] {
  const at = Math.floor(random() * order.length);
  if (random() < 0.3) {
    const to = Math.floor(random() * order.length);
    const [low, high] = at < to ? [at, to] : [to, at];
    return [...order.slice(0, low), ...order.slice(low, high + 1).toReversed(), ...order.slice(high + 1)];
  }
  const length = 1 + Math.floor(random() * LONGEST_PART);
  const part = order.slice(at, at + length);
  const rest = order.toSpliced(at, length);
  return rest.toSpliced(Math.floor(random() * (rest.length + 1)), 0, ...(random() < 0.3 ? part.toReversed() : part));
}
