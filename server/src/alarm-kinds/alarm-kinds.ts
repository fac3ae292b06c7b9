import type { AlarmMeasure } from '@milepost/contract/alarm-constants';
import type { AlarmCondition, AlarmKind } from '@milepost/contract/alarm-condition';
import type { Conditions as TrackedConditions } from '@milepost/tracking/rules/rule-kinds';
import type { AlarmKindWords, ConditionOf, AlarmFacts } from './alarm-kind.ts';
import { geofenceKinds } from './geofences.ts';
import { lastingKinds } from './lasting.ts';
import { movementKinds } from './movement.ts';
import { readingKinds } from './readings.ts';
import { speedKinds } from './speed.ts';
import type { Writer } from './writer.ts';

/**
 * Every kind of condition that people can choose and that tracking watches; a missing one does not compile. A new kind
 * is an entry in the file of its theme in this folder; see docs/alarms.md.
 */
const ALARM_KINDS: { readonly [Kind in AlarmKind]: AlarmKindWords<Kind> } = {
  ...speedKinds,
  ...lastingKinds,
  ...geofenceKinds,
  ...movementKinds,
  ...readingKinds,
} satisfies Readonly<Record<keyof TrackedConditions, unknown>>;

const MEASURES = new Map<string, AlarmMeasure | null>(
  Object.entries(ALARM_KINDS).map(([kind, { measures }]) => [kind, measures]),
);

/** The measure of an alarm's value; null when the value has no meaning for people, or the kind is unknown. */
export const measureOf = (kind: string): AlarmMeasure | null => MEASURES.get(kind) ?? null;

/** A sentence about what happened; null when nothing is known beyond the name of the rule. */
export function sentenceOf<Each extends AlarmCondition['kind']>(
  alarm: AlarmFacts,
  condition: ConditionOf<Each> & { kind: Each },
  writer: Writer,
): string | null {
  return ALARM_KINDS[condition.kind].describe(alarm, condition, writer);
}
