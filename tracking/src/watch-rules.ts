import type { AlarmRule } from './alarm-rule.ts';
import { forgetDeletedRules, sinceOf, tidyAlarm } from './alarms.ts';
import { isUnseen } from './private-spans.ts';
import type { RuleInput } from './rules/rule-kind.ts';
import { knowsPlaces } from './rules/knows-places.ts';
import { type Conditions, RULE_KINDS } from './rules/rule-kinds.ts';
import type { Run } from './run.ts';

/**
 * Applies a report to every rule of the vehicle that exists at its time, or that has an alarm from before its last
 * change.
 */
export function watchRules(run: Run, seen: RuleInput): void {
  forgetDeletedRules(run);
  const { last } = run.state.alarms;
  const unseen = isUnseen(run.state.privateSpans, run.state.fix?.time ?? null);
  for (const rule of run.context.rules) {
    const alarm = last[rule.id];
    if (alarm) tidyAlarm(run, rule, alarm);
    if (unseen && knowsPlaces(rule.condition)) continue;
    if (run.now >= sinceOf(rule) || last[rule.id]) watch(run, rule, rule.condition, seen);
  }
}

function watch<Kind extends keyof Conditions>(
  run: Run,
  rule: AlarmRule,
  condition: Conditions[Kind] & { kind: Kind },
  seen: RuleInput,
): void {
  RULE_KINDS[condition.kind].watch(run, rule, condition, seen);
}
