import { device } from './device.ts';
import { driverWithoutTag } from './driver-without-tag.ts';
import { fuelDrop } from './fuel-drop.ts';
import { geofenceEnter, geofenceExit } from './geofence-crossing.ts';
import { geofenceDwell } from './geofence-dwell.ts';
import { idling } from './idling.ts';
import { ignitionOff, ignitionOn } from './ignition.ts';
import { lowBattery } from './low-battery.ts';
import { noData } from './no-data.ts';
import { notInArea } from './not-in-area.ts';
import { overspeed } from './overspeed.ts';
import { overDwell } from './over-stay.ts';
import { roadSpeed } from './road-speed.ts';
import { routeDeviation } from './route-deviation.ts';
import type { RuleKind } from './rule-kind.ts';
import { sensor } from './sensor.ts';
import { temperature } from './temperature.ts';
import { tow } from './tow.ts';
import { tripEnd, tripStart } from './trip-event.ts';
import { unauthorisedMovement } from './unauthorised-movement.ts';

/** All kinds of conditions: a new one is a file in this folder and a line here. */
const KINDS = {
  overspeed,
  roadSpeed,
  overStay: overDwell,
  idling,
  geofenceEnter,
  geofenceExit,
  geofenceDwell,
  noData,
  device,
  unauthorisedMovement,
  tow,
  temperature,
  lowBattery,
  fuelDrop,
  routeDeviation,
  driverWithoutTag,
  sensor,
  notInArea,
  tripStart,
  tripEnd,
  ignitionOn,
  ignitionOff,
};

type ConditionOf<Kind> = Kind extends RuleKind<infer Condition> ? Condition : never;
/** The condition of each kind. */
export type Conditions = { [Kind in keyof typeof KINDS]: ConditionOf<(typeof KINDS)[Kind]> };

/** The registry, each kind under its own name. */
export const RULE_KINDS: { readonly [Kind in keyof Conditions]: RuleKind<Conditions[Kind] & { kind: Kind }> } = KINDS;
