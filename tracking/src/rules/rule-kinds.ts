import { device } from './device.ts';
import { fuelDrop } from './fuel-drop.ts';
import { geofenceKinds } from './geofences.ts';
import { lastingKinds } from './lasting.ts';
import { movementKinds } from './movement.ts';
import { notInArea } from './not-in-area.ts';
import { readingKinds } from './readings.ts';
import { routeDeviation } from './route-deviation.ts';
import type { RuleKind } from './rule-kind.ts';
import { sensor } from './sensor.ts';
import { speedKinds } from './speed.ts';

/** All kinds of conditions: a new one is an entry in the file of its theme, or a file of its own and a line here. */
const KINDS = {
  ...speedKinds,
  ...lastingKinds,
  ...geofenceKinds,
  ...movementKinds,
  ...readingKinds,
  device,
  fuelDrop,
  routeDeviation,
  sensor,
  notInArea,
};

type ConditionOf<Kind> = Kind extends RuleKind<infer Condition> ? Condition : never;
/** The condition of each kind. */
export type Conditions = { [Kind in keyof typeof KINDS]: ConditionOf<(typeof KINDS)[Kind]> };

/** The registry, each kind under its own name. */
export const RULE_KINDS: { readonly [Kind in keyof Conditions]: RuleKind<Conditions[Kind] & { kind: Kind }> } = KINDS;
