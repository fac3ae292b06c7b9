import { setTimeout as delay } from 'node:timers/promises';
import type { AlarmRule } from '@milepost/tracking/alarm-rule';
import type { Position } from '@milepost/tracking/position';
import type { RoadLimits } from '../places/road-limits.ts';

/** The number of tile reads from the map file, and the total time to wait for them. */
interface Patience {
  reads: number;
  waitMs: number;
}

/** A tile takes about 3 ms. A disk may hang: the remaining positions get no limit but are stored. */
const BATCH_PATIENCE: Patience = { reads: 20, waitMs: 100 };
/** For a piece of the past, which no batch waits for. */
export const PAST_PATIENCE: Patience = { reads: Infinity, waitMs: 10_000 };

export const needsRoadLimits = (rules: readonly Pick<AlarmRule, 'condition'>[]): boolean =>
  rules.some(({ condition }) => condition.kind === 'roadSpeed');

/**
 * Yields the first of each list, then the second of each, and so on, so that a long list takes nothing from the others.
 */
export function* roundRobin<One>(lists: readonly (readonly One[])[]): Generator<One> {
  let left = lists;
  for (let index = 0; left.length > 0; index += 1) {
    left = left.filter((list) => index < list.length);
    for (const list of left) yield* list.slice(index, index + 1);
  }
}

/** Records the limit of its road for each position that has none. */
export async function noteRoadLimits(
  positions: Iterable<Position>,
  limits: RoadLimits,
  { reads: most, waitMs }: Patience = BATCH_PATIENCE,
): Promise<void> {
  const until = performance.now() + waitMs;
  let reads = 0;
  for (const position of positions) {
    if (!position.valid || position.roadLimitKph !== undefined) continue;
    let limit = limits.now(position);
    const leftMs = until - performance.now();
    if (limit === undefined && reads < most && leftMs > 0) {
      reads += 1;
      limit = await inTime(limits.at(position), leftMs);
      if (limit === undefined) reads = most;
    }
    if (limit != null) position.roadLimitKph = limit;
  }
}

/** The result, or undefined when the read takes too long; it is then cached for the next caller. */
async function inTime<Read>(reading: Promise<Read>, ms: number): Promise<Read | undefined> {
  const stop = new AbortController();
  // An error after the time-out must not become an unhandled rejection.
  reading.catch(() => undefined);
  const late = delay(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } finally {
    stop.abort();
  }
}
