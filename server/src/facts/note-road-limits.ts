import { setTimeout as delay } from 'node:timers/promises';
import type { AlarmRule } from '@milepost/tracking/alarm-rule';
import type { Position } from '@milepost/tracking/position';
import type { RoadLimits } from '../places/road-limits.ts';

/** Places that the map file is read for, and how long that is waited for in all. */
interface Patience {
  reads: number;
  waitMs: number;
}

/** Tiles take some 3 ms each. A disk may hang: positions elsewhere, or later, have no limit, but are stored. */
const OF_A_BATCH: Patience = { reads: 20, waitMs: 100 };
/** Of a piece of the past that nobody waits to store. */
export const OF_THE_PAST: Patience = { reads: Infinity, waitMs: 10_000 };

export const needsRoadLimits = (rules: readonly Pick<AlarmRule, 'condition'>[]): boolean =>
  rules.some(({ condition }) => condition.kind === 'roadSpeed');

/** The first of each, then the second of each, …: one that has many takes nothing from the others. */
export function* roundRobin<One>(lists: readonly (readonly One[])[]): Generator<One> {
  let left = lists;
  for (let index = 0; left.length > 0; index += 1) {
    left = left.filter((list) => index < list.length);
    for (const list of left) yield* list.slice(index, index + 1);
  }
}

/** Writes the limit of its road down with each position that has none. */
export async function noteRoadLimits(
  positions: Iterable<Position>,
  limits: RoadLimits,
  { reads: most, waitMs }: Patience = OF_A_BATCH,
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

/** What is read, or undefined where it takes longer; it is in memory then for the next one. */
async function inTime<Read>(reading: Promise<Read>, ms: number): Promise<Read | undefined> {
  const stop = new AbortController();
  // A fault that nobody waits for any more is none.
  reading.catch(() => undefined);
  const late = delay(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } finally {
    stop.abort();
  }
}
