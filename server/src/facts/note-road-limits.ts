import type { AlarmRule } from '@milepost/tracking/alarm-rule';
import type { Position } from '@milepost/tracking/position';
import type { RoadLimits } from '../places/road-limits.ts';

/** Tiles of the map file that a batch may wait for, some 3 ms each: positions elsewhere have no limit, but are stored. */
const MOST_READS = 20;

export const asksForRoadLimits = (rules: readonly Pick<AlarmRule, 'condition'>[]): boolean =>
  rules.some(({ condition }) => condition.kind === 'roadSpeed');

/** The first of each, then the second of each, …: one that has many takes nothing from the others. */
export function* inTurns<One>(lists: readonly (readonly One[])[]): Generator<One> {
  let left = lists;
  for (let turn = 0; left.length > 0; turn += 1) {
    left = left.filter((list) => turn < list.length);
    for (const list of left) yield* list.slice(turn, turn + 1);
  }
}

/** Writes the limit of its road down with each position that has none. @param mostReads places that are waited for */
export async function noteRoadLimits(
  positions: Iterable<Position>,
  limits: RoadLimits,
  mostReads = MOST_READS,
): Promise<void> {
  let reads = 0;
  for (const position of positions) {
    if (!position.valid || position.roadLimitKph !== undefined) continue;
    let limit = limits.now(position);
    if (limit === undefined && reads < mostReads) {
      reads += 1;
      limit = await limits.at(position);
    }
    if (limit != null) position.roadLimitKph = limit;
  }
}
