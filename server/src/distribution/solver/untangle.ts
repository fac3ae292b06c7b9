import type { Plan } from './plan.ts';

/** The number of nearest stops tried as the next one. */
const NEAR = 10;
const MAX_REVERSALS = 50;
/**
 * The maximum of attempted reversals that windows do not allow, since each needs the whole route to be recalculated
 * twice.
 */
const MAX_VAIN = 4;

/**
 * Reverses parts of routes while that makes them shorter and all stops stay in time (2-opt), beginning at some stops.
 * @param nearby for each place the stops, nearest first
 * @param touch called with each route before it changes
 */
export function untangle(
  plan: Plan,
  stops: readonly number[],
  nearby: readonly Int32Array[],
  touch: (route: number) => void,
): void {
  let reversals = 0;
  const vain = { left: MAX_VAIN };
  for (const stop of stops) {
    while (
      reversals < MAX_REVERSALS &&
      (plan.routeOf[stop] ?? -1) >= 0 &&
      reverseAt(plan, stop, nearby[stop], vain, touch)
    ) {
      reversals += 1;
    }
  }
}

/** Makes a nearer stop the next or the previous one if that is cheaper. @returns whether it did */
function reverseAt(
  plan: Plan,
  stop: number,
  near: Int32Array | undefined,
  vain: { left: number },
  touch: (route: number) => void,
): boolean {
  const { cost } = plan.problem;
  const { places, indexOf, routeOf } = plan;
  const route = routeOf[stop] ?? 0;
  const order = plan.routes[route] ?? [];
  const at = indexOf[stop] ?? 0;
  const { from: begin, to: end } = plan.shifts[route] ?? { from: 0, to: places - 1 };
  const placeAt = (index: number) => (index < 0 ? begin : (order[index] ?? end));
  const from = (a: number, b: number) => cost[a * places + b] ?? 0;
  const [previous, next] = [placeAt(at - 1), placeAt(at + 1)];
  const most = Math.max(from(previous, stop), from(stop, next));
  const count = Math.min(NEAR, (near?.length ?? 0) - 1);
  for (let rank = 1; rank <= count && vain.left > 0; rank += 1) {
    const other = near?.[rank] ?? 0;
    if (from(stop, other) >= most) return false;
    if (routeOf[other] !== route) continue;
    const there = indexOf[other] ?? 0;
    const [low, high] = at < there ? [at, there] : [there, at];
    // First the other stop becomes the next one, then the previous one.
    if (tryReverse(plan, route, low + 1, high, vain, touch)) return true;
    if (tryReverse(plan, route, low, high - 1, vain, touch)) return true;
  }
  return false;
}

/** Reverses the stops between two indices if the route is then cheaper and in time. */
function tryReverse(
  plan: Plan,
  route: number,
  first: number,
  last: number,
  vain: { left: number },
  touch: (route: number) => void,
): boolean {
  const { cost } = plan.problem;
  const { places } = plan;
  const order = plan.routes[route] ?? [];
  if (last <= first) return false;
  const { from: begin, to: end } = plan.shifts[route] ?? { from: 0, to: places - 1 };
  const placeAt = (index: number) => (index < 0 ? begin : (order[index] ?? end));
  const from = (a: number, b: number) => cost[a * places + b] ?? 0;
  let less =
    from(placeAt(first - 1), placeAt(first)) +
    from(placeAt(last), placeAt(last + 1)) -
    from(placeAt(first - 1), placeAt(last)) -
    from(placeAt(first), placeAt(last + 1));
  if (!plan.symmetric) {
    for (let index = first; index < last; index += 1) {
      less += from(placeAt(index), placeAt(index + 1)) - from(placeAt(index + 1), placeAt(index));
    }
  }
  if (!(less > 1e-9)) return false;
  touch(route);
  plan.routes[route] = [
    ...order.slice(0, first),
    ...order.slice(first, last + 1).toReversed(),
    ...order.slice(last + 1),
  ];
  plan.renew(route);
  if (plan.isInTime(route)) return true;
  vain.left -= 1;
  plan.routes[route] = order;
  plan.renew(route);
  return false;
}
