import { updateAlarm } from '../alarms.ts';
import { limitNow } from '../overspeed.ts';
import type { RuleKind } from './rule-kind.ts';

/** The vehicle is faster than the rule's own limit, or (null) than that of the geofence or the organisation. */
interface Overspeed {
  kind: 'overspeed';
  limitKph: number | null;
}

const overspeed: RuleKind<Overspeed> = {
  watch(run, rule, { limitKph }, { speedKph }) {
    if (speedKph === null) return;
    const limit = limitKph ?? limitNow(run)?.kph ?? Infinity;
    updateAlarm(run, rule, speedKph > limit, { at: run.now, value: speedKph });
  },
};

/** The vehicle is faster than the road allows, by more than the tolerance. */
interface RoadSpeed {
  kind: 'roadSpeed';
  overKph: number;
}

/** Since when fixes have exceeded their road's limit, and the newest of them. Epoch milliseconds. */
export interface OverRoadLimit {
  since: number;
  last: number;
}

/** Slower vehicles break no limit that matters, and their course is noise, so no road limit is looked up. */
export const ROAD_LIMIT_FROM_KPH = 20;

/** A single fix may be matched to a neighbouring road: a vehicle is too fast only after this long. */
const CONFIRM_MS = 10_000;
/** While no limit is known, as between two roads, the state is unchanged for this long. */
const HOLD_MS = 60_000;

const roadSpeed: RuleKind<RoadSpeed> = {
  watch(run, rule, { overKph }, { speedKph, roadLimitKph }) {
    if (speedKph === null) return;
    const over = (run.state.alarms.road ??= {});
    const known = over[rule.id];
    const limit = roadLimitKph ?? null;
    if (limit !== null && speedKph > limit + overKph) {
      const since = known?.since ?? run.now;
      over[rule.id] = { since, last: run.now };
      // The alarm states the limit of the road on which it began: speeds on another road do not belong to it.
      const { about } = run.state.alarms.last[rule.id] ?? { about: limit };
      const value = Number(about) === limit ? speedKph : null;
      updateAlarm(run, rule, run.now - since >= CONFIRM_MS, { at: since, value, about: limit });
      return;
    }
    const isUnknown = limit === null && speedKph >= ROAD_LIMIT_FROM_KPH;
    if (isUnknown && known && run.now - known.last <= HOLD_MS) return;
    delete over[rule.id];
    updateAlarm(run, rule, false, { at: run.now });
  },
};

export const speedKinds = { overspeed, roadSpeed };
