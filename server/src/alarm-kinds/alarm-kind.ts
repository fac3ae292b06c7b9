import type { AlarmMeasure } from '@milepost/contract/alarm-constants';
import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { Writer } from './writer.ts';

/** The facts about an alarm that its sentence uses. */
export interface AlarmFacts {
  value: number | null;
  about: string | null;
  /** The geofence that it concerns, or whose speed limit was exceeded. */
  fence: { name: string } | null;
  /** The speed limit that was exceeded. */
  limitKph: number | null;
}

export type ConditionOf<Kind extends AlarmCondition['kind']> = Extract<AlarmCondition, { kind: Kind }>;

/** The texts of the alarms of one kind of condition. */
export interface AlarmKindWords<Kind extends AlarmCondition['kind']> {
  /** The measure of its alarms' value; null when the value has no meaning for people. */
  measures: AlarmMeasure | null;
  /** The sentence about what happened, for a message; null when nothing is known beyond the name of the rule. */
  describe(alarm: AlarmFacts, condition: ConditionOf<Kind>, writer: Writer): string | null;
}
