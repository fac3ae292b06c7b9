import type { AlarmKind } from '@milepost/contract/alarm-condition';
import { createElement, type ComponentType } from 'react';
import type { Conditions, FieldsProps } from './kinds/condition-kind.ts';
import { CONDITION_KINDS } from './kinds/condition-kinds.ts';

/** The numbers and things that the chosen condition needs, in its words. */
export function ConditionFields<Kind extends AlarmKind>(props: FieldsProps<Conditions[Kind] & { kind: Kind }>) {
  const Fields: ComponentType<FieldsProps<Conditions[Kind]>> | null = CONDITION_KINDS[props.condition.kind].Fields;
  return Fields && createElement(Fields, props);
}
