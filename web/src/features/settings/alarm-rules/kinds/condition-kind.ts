import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';

/** A reference with its label: a vehicle, a group, a geofence. */
export interface Ref {
  id: number;
  name: string;
}

/** The conditions by their kind. */
export type Conditions = {
  [Condition in AlarmCondition as Condition['kind']]: Condition & { kind: Condition['kind'] };
};

export interface FieldsProps<Condition> {
  condition: Condition;
  onChange: (condition: AlarmCondition) => void;
  fences: readonly Ref[];
  onFences: (fences: Ref[]) => void;
  organisationId: number | null;
  /** The organisation's speed limit, km/h; null for none. */
  speedLimitKph: number | null;
  /** The error of a field of the condition. */
  errorOf: (field: string) => ReactNode;
}

/**
 * The definition of a kind of condition for the form of rules. Its clause is the text `condition.<kind>.clause`; the text
 * of its alarms' values is in `text/alarm-value.ts`, which lists of alarms need without the form.
 */
export interface ConditionKind<Condition extends AlarmCondition> {
  /** The initial value of a new condition. */
  begin: () => Condition;
  /** The fields of its parameters, within its sentence; null if it has none. */
  Fields: ComponentType<FieldsProps<Condition>> | null;
  /**
   * The condition as text: "Faster than 90 km/h".
   * @param fence the chosen geofences as text
   */
  describe: (t: TFunction, condition: Condition, fence: string) => string;
  /**
   * The condition with the geofences that were chosen beside it; omitted for a kind of condition without geofences.
   */
  withFences?: (condition: Condition, fenceIds: number[]) => Condition;
  /** True if it contains hours itself, so the rule needs no others. */
  hasHours?: true;
}
