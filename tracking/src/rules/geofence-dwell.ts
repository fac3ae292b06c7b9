import { dueAt, level, sinceOf } from '../alarms.ts';
import { concerns, hoursOf } from './concerned-fences.ts';
import type { RuleKind } from './rule-kind.ts';

interface GeofenceDwell {
  kind: 'geofenceDwell';
  /** Null: any. */
  fenceIds: readonly number[] | null;
  afterS: number;
}

/**
 * If several geofences qualify, the one whose time was up first counts. A vehicle already inside when the rule begins
 * counts as inside since then.
 */
export const geofenceDwell: RuleKind<GeofenceDwell> = {
  watch(run, rule, { fenceIds, afterS }, { crossings }) {
    const begins = run.state.alarms.held[rule.id] ? -Infinity : sinceOf(rule);
    const dwells = run.state.visits.flatMap(({ fenceId, start, confirmedAt }) => {
      if (confirmedAt === null || !concerns(fenceIds, fenceId)) return [];
      const at = dueAt(run, rule, Math.max(start, begins) + afterS * 1000, hoursOf(run, fenceId));
      return at === null ? [] : { at, about: fenceId };
    });
    const first = dwells.toSorted((a, b) => a.at - b.at || a.about - b.about)[0];
    const left = crossings.filter(({ enters, fenceId }) => !enters && concerns(fenceIds, fenceId));
    const over = left.length === 0 ? run.now : Math.max(...left.map(({ at }) => at));
    level(run, rule, first !== undefined, first ?? { at: run.now }, over);
  },
};
