import { device } from './device.ts';
import { driverWithoutTag, idling, overDwell, noData } from './lasting.ts';
import { fuelDrop } from './fuel-drop.ts';
import { geofenceEnter, geofenceExit, geofenceDwell } from './geofences.ts';
import { ignitionOff, ignitionOn, tripEnd, tripStart, tow, unauthorisedMovement } from './movement.ts';
import { lowBattery, temperatureRule } from './readings.ts';
import { notInArea } from './not-in-area.ts';
import { overspeed, roadSpeed } from './speed.ts';
import { routeDeviation } from './route-deviation.ts';
import type { RuleKind } from './rule-kind.ts';
import { sensor } from './sensor.ts';

/** All kinds of conditions: a new one is an entry beside those of its theme in this folder and a line here. */
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
  temperature: temperatureRule,
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
