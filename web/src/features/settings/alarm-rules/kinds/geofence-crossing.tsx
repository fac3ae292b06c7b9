import type { ConditionKind, Conditions } from './condition-kind.ts';
import { anyOf, FenceSelect } from './fence-select.tsx';

type Crossing = Conditions['geofenceEnter' | 'geofenceExit'];

const crossing = <Condition extends Crossing>(begin: () => Condition): ConditionKind<Condition> => ({
  begin,
  Fields: FenceSelect,
  says: (t, { kind }, fence) => t(`alarm-rules.says.${kind}`, { fence }),
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds: anyOf(fenceIds) }),
});

export const geofenceEnter = crossing<Conditions['geofenceEnter']>(() => ({ kind: 'geofenceEnter', fenceIds: null }));
export const geofenceExit = crossing<Conditions['geofenceExit']>(() => ({ kind: 'geofenceExit', fenceIds: null }));
