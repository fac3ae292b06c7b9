import type { AlarmCondition, AlarmKind } from '@milepost/contract/alarm-condition';
import type { TFunction } from 'i18next';
import type { ConditionKind, Conditions } from './condition-kind.ts';
import { device } from './device.tsx';
import { driverWithoutTag, idling, overDwell, noData } from './lasting.tsx';
import { fuelDrop, lowBattery, temperature } from './readings.tsx';
import { geofenceEnter, geofenceExit, geofenceDwell, routeDeviation } from './geofences.tsx';
import { notInArea } from './not-in-area.tsx';
import { overspeed, roadSpeed } from './speed.tsx';
import { sensor } from './sensor.tsx';
import { ignitionOff, ignitionOn, tripEnd, tripStart, unauthorisedMovement, tow } from './movement.tsx';
import { listText } from '../../../../text/list-text.ts';

/** Every kind of condition, the most common ones first: a new one is an entry beside those of its theme in this folder and a line here. */
export const CONDITION_KINDS: { readonly [Kind in AlarmKind]: ConditionKind<Conditions[Kind]> } = {
  overspeed,
  roadSpeed,
  overStay: overDwell,
  idling,
  geofenceEnter,
  geofenceExit,
  geofenceDwell,
  notInArea,
  routeDeviation,
  unauthorisedMovement,
  tow,
  tripStart,
  tripEnd,
  ignitionOn,
  ignitionOff,
  noData,
  device,
  driverWithoutTag,
  fuelDrop,
  sensor,
  temperature,
  lowBattery,
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
