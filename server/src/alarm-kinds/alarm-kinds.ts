import type { AlarmMeasure } from '@milepost/contract/alarm-constants';
import type { AlarmCondition, AlarmKind } from '@milepost/contract/alarm-condition';
import type { Conditions as TrackedConditions } from '@milepost/tracking/rules/rule-kinds';
import type { AlarmKindWords, ConditionOf, AlarmFacts } from './alarm-kind.ts';
import { device } from './device.ts';
import { driverWithoutTag } from './driver-without-tag.ts';
import { fuelDrop } from './fuel-drop.ts';
import { geofenceEnter, geofenceExit } from './geofence-crossing.ts';
import { geofenceDwell } from './geofence-dwell.ts';
import { idling } from './idling.ts';
import { lowBattery } from './low-battery.ts';
import { noData } from './no-data.ts';
import { notInArea } from './not-in-area.ts';
import { overspeed } from './overspeed.ts';
import { overDwell } from './over-stay.ts';
import { roadSpeed } from './road-speed.ts';
import { routeDeviation } from './route-deviation.ts';
import { sensor } from './sensor.ts';
import { ignitionOff, ignitionOn, tripEnd, tripStart } from './state-events.ts';
import { temperature } from './temperature.ts';
import { tow } from './tow.ts';
import { unauthorisedMovement } from './unauthorised-movement.ts';
import type { Writer } from './writer.ts';

/**
 * Every kind of condition that people can choose and that tracking watches; a missing one does not compile. A new kind
 * is a file of this folder and a line here; see docs/alarms.md.
 */
const ALARM_KINDS: { readonly [Kind in AlarmKind]: AlarmKindWords<Kind> } = {
  overspeed,
  roadSpeed,
  overStay: overDwell,
  idling,
  geofenceEnter,
  geofenceExit,
  geofenceDwell,
  routeDeviation,
  unauthorisedMovement,
  tow,
  noData,
  device,
  driverWithoutTag,
  fuelDrop,
  temperature,
  sensor,
  lowBattery,
  notInArea,
  tripStart,
  tripEnd,
  ignitionOn,
  ignitionOff,
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
  return ALARM_KINDS[condition.kind].says(alarm, condition, writer);
}
