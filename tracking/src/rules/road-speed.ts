import { level } from '../alarms.ts';
import type { RuleKind } from './rule-kind.ts';

/** Faster than the road allows, by more than so much. */
interface RoadSpeed {
  kind: 'roadSpeed';
  overKph: number;
}

/** Since when fixes are too fast for their road, and the newest of them. Epoch milliseconds. */
export interface OverRoadLimit {
  since: number;
  last: number;
}

/** Slower vehicles break no limit that matters, and their course is noise: the limit of their road is not looked up. */
export const ROAD_LIMIT_FROM_KPH = 20;

/** One fix may count for the road beside: a vehicle is too fast once it was for so long. */
const CONFIRM_MS = 10_000;
/** Where no limit is known, as between two roads, nothing changes for so long. */
const HOLD_MS = 60_000;

export const roadSpeed: RuleKind<RoadSpeed> = {
  watch(run, rule, { overKph }, { speedKph, roadLimitKph }) {
    if (speedKph === null) return;
    const over = (run.state.alarms.road ??= {});
    const known = over[rule.id];
    const limit = roadLimitKph ?? null;
    if (limit !== null && speedKph > limit + overKph) {
      const since = known?.since ?? run.now;
      over[rule.id] = { since, last: run.now };
      // The alarm tells the limit of the road where it began: what is measured on another one does not belong to it.
      const { about } = run.state.alarms.last[rule.id] ?? { about: limit };
      const value = Number(about) === limit ? speedKph : null;
      level(run, rule, run.now - since >= CONFIRM_MS, { at: since, value, about: limit });
      return;
    }
    const isUnknown = limit === null && speedKph >= ROAD_LIMIT_FROM_KPH;
    if (isUnknown && known && run.now - known.last <= HOLD_MS) return;
    delete over[rule.id];
    level(run, rule, false, { at: run.now });
  },
};
