import type { Conditions } from './rule-kinds.ts';

type Condition = { [Kind in keyof Conditions]: Conditions[Kind] & { kind: Kind } }[keyof Conditions];

/** The conditions that always depend on where the vehicle is. */
export const PLACE_KINDS = [
  'geofenceEnter',
  'geofenceExit',
  'geofenceDwell',
  'notInArea',
  'routeDeviation',
  'roadSpeed',
] as const satisfies readonly (keyof Conditions)[];
const KINDS: ReadonlySet<string> = new Set(PLACE_KINDS);

/** True for a condition that depends on where the vehicle is: it is not watched in private time. */
export const knowsPlaces = (condition: Condition): boolean =>
  KINDS.has(condition.kind) || (condition.kind === 'sensor' && (condition.fenceIds ?? null) !== null);
