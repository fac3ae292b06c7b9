import type { Plan } from './plan.ts';

/** The average number of stops removed per round, and the longest string from one route. */
const MEAN_OUT = 10;
const LONGEST_STRING = 10;
/** The probability that a string keeps some of its stops in place. */
const SPLIT_SHARE = 0.5;
const SPLIT_ON = 0.5;

/**
 * Removes strings of neighbouring stops from routes near one stop (slack induction by string removals, Christiaens and
 * Vanden Berghe 2020).
 * @param nearby for each place the stops, nearest first
 * @param touch called with each route before it changes
 */
export function ruin(
  plan: Plan,
  nearby: readonly Int32Array[],
  random: () => number,
  touch: (route: number) => void,
): void {
  const driving = plan.routes.filter((route) => route.length > 0);
  if (driving.length === 0) return;
  const planned = driving.reduce((sum, route) => sum + route.length, 0);
  const longest = Math.min(LONGEST_STRING, planned / driving.length);
  const mostStrings = (4 * MEAN_OUT) / (1 + longest) - 1;
  const strings = Math.floor(random() * mostStrings + 1);
  // A route loses several strings only when there are too few routes to take one from each.
  const mayRepeat = driving.length < 4;
  const ruined = new Set<number>();
  const seed = 1 + Math.floor(random() * plan.problem.stops.length);
  let done = 0;
  for (const stop of nearby[seed] ?? []) {
    if (done >= strings) break;
    const route = plan.routeOf[stop] ?? -1;
    if (route < 0 || (ruined.has(route) && !mayRepeat)) continue;
    touch(route);
    const stops = plan.routes[route] ?? [];
    const length = Math.floor(random() * Math.min(stops.length, longest) + 1);
    const out = stringWith(stops, stop, length, random);
    plan.routes[route] = stops.filter((each) => !out.has(each));
    for (const each of out) {
      plan.routeOf[each] = -1;
      plan.left.add(each);
    }
    plan.renew(route);
    ruined.add(route);
    done += 1;
  }
}

/** A string of neighbours around a stop; sometimes a longer one whose middle part stays. */
function stringWith(stops: readonly number[], stop: number, length: number, random: () => number): Set<number> {
  let retained = 0;
  if (length > 1 && length < stops.length && random() < SPLIT_SHARE) {
    retained = 1;
    while (length + retained < stops.length && random() > SPLIT_ON) retained += 1;
  }
  const whole = length + retained;
  const at = stops.indexOf(stop);
  const first = Math.max(0, at - whole + 1);
  const last = Math.min(at, stops.length - whole);
  const from = first + Math.floor(random() * (last - first + 1));
  const retainedFrom = from + Math.floor(random() * (length + 1));
  const out = new Set<number>();
  for (let index = from; index < from + whole; index += 1) {
    if (index < retainedFrom || index >= retainedFrom + retained) out.add(stops[index] ?? 0);
  }
  return out;
}
