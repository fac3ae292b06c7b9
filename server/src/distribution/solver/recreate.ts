import type { Plan } from './plan.ts';

/** The probability of skipping the best position, so that the same ruin does not give the same routes. */
const BLINK = 0.01;

/** Inserts the stops without a route at their cheapest position; those that fit nowhere stay left. */
export function recreate(plan: Plan, random: () => number, touch: (route: number) => void): void {
  for (const stop of inOrder(plan, random)) insert(plan, stop, random, touch);
}

function insert(plan: Plan, stop: number, random: () => number, touch: (route: number) => void): void {
  const { problem, places, routes } = plan;
  const { cost } = problem;
  const demand = plan.demand[stop] ?? 0;
  let [best, bestRoute, bestAt] = [Infinity, -1, 0];
  /** The unused vehicles: their begin, and their capacity. */
  const unused = new Map<number, number>();
  for (let route = 0; route < routes.length; route += 1) {
    const stops = routes[route] ?? [];
    const capacity = plan.capacities[route] ?? 0;
    const { from, to: last } = plan.shifts[route] ?? { from: 0, to: 0 };
    if (stops.length === 0) {
      // An unused vehicle represents all of its shift with no more capacity.
      if (capacity <= (unused.get(from) ?? -Infinity)) continue;
      unused.set(from, capacity);
    }
    if ((plan.loads[route] ?? 0) + demand > capacity + 1e-9) continue;
    let before = from;
    for (let index = 0; index <= stops.length; index += 1) {
      const after = stops[index] ?? last;
      const more =
        (cost[before * places + stop] ?? 0) +
        (cost[stop * places + after] ?? 0) -
        (stops.length === 0 ? 0 : (cost[before * places + after] ?? 0));
      if (more < best && plan.fits(before, stop, after) && random() > BLINK) {
        best = more;
        bestRoute = route;
        bestAt = index;
      }
      before = after;
    }
  }
  if (bestRoute < 0) return;
  touch(bestRoute);
  routes[bestRoute] = (routes[bestRoute] ?? []).toSpliced(bestAt, 0, stop);
  plan.left.delete(stop);
  plan.renew(bestRoute);
}

/** The remaining stops in one of several orders: random, by load, by distance or by window. */
function inOrder(plan: Plan, random: () => number): number[] {
  const left = [...plan.left];
  const dice = random() * 17;
  const by = (value: (stop: number) => number) =>
    left
      .map((stop): [number, number] => [value(stop), stop])
      .toSorted((a, b) => a[0] - b[0])
      .map(([, stop]) => stop);
  const far = (stop: number) => plan.problem.cost[stop] ?? 0;
  const opens = (stop: number) => plan.windows[stop]?.[0]?.from ?? 0;
  const closes = (stop: number) => plan.windows[stop]?.at(-1)?.to ?? 0;
  if (dice < 4) return by(() => random());
  if (dice < 8) return by((stop) => -(plan.demand[stop] ?? 0));
  if (dice < 10) return by((stop) => -far(stop));
  if (dice < 11) return by(far);
  if (dice < 13) return by((stop) => closes(stop) - opens(stop));
  if (dice < 15) return by(opens);
  return by((stop) => -closes(stop));
}
