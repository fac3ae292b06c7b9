import type { Attributes } from '@milepost/protocols/types';
import type { AlarmRule } from '../alarm-rule.ts';
import type { Run } from '../run.ts';
import type { Crossing } from '../visits.ts';

/** A report's input to the rules. */
export interface RuleInput {
  /** Time of the previous report; null for the first. */
  before: number | null;
  attributes: Attributes;
  /** Speed of the accepted fix; null if the report had none. */
  speedKph: number | null;
  /** The speed limit of the road there; null if unknown. */
  roadLimitKph: number | null;
  crossings: readonly Crossing[];
}

/** Implements a kind of condition: each report may raise or clear the alarms of a rule. */
export interface RuleKind<Condition extends { kind: string }> {
  watch: (run: Run, rule: AlarmRule, condition: Condition, seen: RuleInput) => void;
}
