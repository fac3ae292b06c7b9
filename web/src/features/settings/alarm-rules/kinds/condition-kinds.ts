import type { AlarmCondition, AlarmKind } from '@milepost/contract/alarm-condition';
import type { TFunction } from 'i18next';
import type { ConditionKind, Conditions } from './condition-kind.ts';
import { device } from './device.tsx';
import { driverWithoutTag } from './driver-without-tag.ts';
import { fuelDrop } from './fuel-drop.tsx';
import { geofenceEnter, geofenceExit } from './geofence-crossing.tsx';
import { geofenceDwell } from './geofence-dwell.tsx';
import { idling } from './idling.ts';
import { lowBattery } from './low-battery.tsx';
import { noData } from './no-data.ts';
import { notInArea } from './not-in-area.tsx';
import { overspeed } from './overspeed.tsx';
import { overDwell } from './over-dwell.ts';
import { roadSpeed } from './road-speed.tsx';
import { routeDeviation } from './route-deviation.tsx';
import { sensor } from './sensor.tsx';
import { ignitionOff, ignitionOn, tripEnd, tripStart } from './state-events.ts';
import { temperature } from './temperature.tsx';
import { tow } from './tow.ts';
import { unauthorisedMovement } from './unauthorised-movement.tsx';
import { listText } from '../../../../text/list-text.ts';

/** Every kind of condition, the most common ones first: a new one is a file in this folder and a line here. */
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
  return CONDITION_KINDS[condition.kind].says(t, condition, fence);
}
