import type { AlarmRule } from '../alarm-rule.ts';
import { clear, dueAt, raise } from '../alarms.ts';
import type { Run } from '../run.ts';
import type { RuleKind } from './rule-kind.ts';

interface NoData {
  kind: 'noData';
  afterS: number;
}

/** The report that ends a silence raises its alarm and clears it. */
export const noData: RuleKind<NoData> = {
  watch(run, rule, { afterS }, { before }) {
    if (before !== null && raiseSilence(run, rule, before, afterS)) clear(run, rule.id, run.now);
  },
};

/**
 * Raises the alarm for a silence from `since` until now if it was long enough, and returns whether it was. The value is
 * in minutes.
 */
export function raiseSilence(run: Run, rule: AlarmRule, since: number, afterS: number): boolean {
  const at = dueAt(run, rule, since + afterS * 1000);
  if (at !== null) raise(run, rule, { at, value: Math.floor((run.now - since) / 60_000) });
  return at !== null;
}
