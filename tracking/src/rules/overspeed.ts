import { level } from '../alarms.ts';
import { limitNow } from '../overspeed.ts';
import type { RuleKind } from './rule-kind.ts';

/** Faster than the rule's own limit, or (null) than that of the geofence or the organisation. */
interface Overspeed {
  kind: 'overspeed';
  limitKph: number | null;
}

export const overspeed: RuleKind<Overspeed> = {
  watch(run, rule, { limitKph }, { speedKph }) {
    if (speedKph === null) return;
    const limit = limitKph ?? limitNow(run)?.kph ?? Infinity;
    level(run, rule, speedKph > limit, { at: run.now, value: speedKph });
  },
};
