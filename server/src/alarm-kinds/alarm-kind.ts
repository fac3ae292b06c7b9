import type { AlarmMeasure } from '@milepost/contract/alarm-constants';
import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { Writer } from './writer.ts';

/** What is known of an alarm, as far as its sentence tells it. */
export interface AlarmFacts {
  value: number | null;
  about: string | null;
  /** The geofence that it is about, or whose speed limit was passed. */
  fence: { name: string } | null;
  /** The speed limit that was passed. */
  limitKph: number | null;
}

export type ConditionOf<Kind extends AlarmCondition['kind']> = Extract<AlarmCondition, { kind: Kind }>;

/** What is told of the alarms of one kind of condition. */
export interface AlarmKindWords<Kind extends AlarmCondition['kind']> {
  /** What the value of its alarms is; null where there is nothing to read in it. */
  measures: AlarmMeasure | null;
  /** What happened, for a message; null where nothing is known beyond the name of the rule. */
  says(alarm: AlarmFacts, condition: ConditionOf<Kind>, writer: Writer): string | null;
}
