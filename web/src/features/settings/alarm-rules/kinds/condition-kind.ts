import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';

/** Something that has a name: a vehicle, a group, a geofence. */
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
  /** Error of a field of the condition. */
  errorOf: (field: string) => ReactNode;
}

/**
 * All that the form of rules knows of a kind of condition. Its name is the text `alarm-rules.kind.<kind>`; what its alarms
 * measured is worded in `text/alarm-value.ts`, which lists of alarms need without the form.
 */
export interface ConditionKind<Condition extends AlarmCondition> {
  /** What a new one begins with. */
  begin: () => Condition;
  /** The numbers and things that it needs, in its words; null where it needs none. */
  Fields: ComponentType<FieldsProps<Condition>> | null;
  /**
   * What it is about, in words: "Faster than 90 km/h".
   * @param fence the geofences that were chosen, in words
   */
  says: (t: TFunction, condition: Condition, fence: string) => string;
  /** The condition with the geofences that were chosen beside it; left out where it has none. */
  withFences?: (condition: Condition, fenceIds: number[]) => Condition;
  /** It names hours itself, so the rule needs no others. */
  hasHours?: true;
}
