import type { AlarmCondition, AlarmKind } from '@milepost/contract/alarm-condition';
import type { TFunction } from 'i18next';
import type { ConditionKind, Conditions } from './condition-kind.ts';
import { device } from './device.tsx';
import { driverWithoutTag, noData, standingKinds } from './lasting.tsx';
import { geofenceKinds, routeDeviation } from './geofences.tsx';
import { movementKinds } from './movement.tsx';
import { notInArea } from './not-in-area.tsx';
import { readingKinds } from './readings.tsx';
import { speedKinds } from './speed.tsx';
import { listText } from '../../../../text/list-text.ts';

/**
 * Every kind of condition, the most common ones first: a new one is an entry in the file of its theme in this folder, or
 * a file of its own and a line here.
 */
export const CONDITION_KINDS: { readonly [Kind in AlarmKind]: ConditionKind<Conditions[Kind]> } = {
  ...speedKinds,
  ...standingKinds,
  ...geofenceKinds,
  notInArea,
  routeDeviation,
  ...movementKinds,
  noData,
  device,
  driverWithoutTag,
  ...readingKinds,
};

const isKind = (name: string): name is AlarmKind => name in CONDITION_KINDS;

export const ALARM_KINDS: readonly AlarmKind[] = Object.keys(CONDITION_KINDS).filter(isKind);

export const newCondition = (kind: AlarmKind): AlarmCondition => CONDITION_KINDS[kind].begin();

type Of<Kind extends AlarmKind> = Conditions[Kind] & { kind: Kind };

/** Geofences are chosen beside the condition, with their names. */
export function withFences<Kind extends AlarmKind>(condition: Of<Kind>, fenceIds: number[]): AlarmCondition {
  return CONDITION_KINDS[condition.kind].withFences?.(condition, fenceIds) ?? condition;
}

/** The condition of a rule as text: "faster than 90 km/h". */
export function conditionWords<Kind extends AlarmKind>(
  t: TFunction,
  condition: Of<Kind>,
  fences: readonly { name: string }[],
): string {
  const fence = fences.length === 0 ? t('alarm-rules.any-fence') : listText(fences.map(({ name }) => name));
  return CONDITION_KINDS[condition.kind].describe(t, condition, fence);
}
