import { formatDuration } from '../../../../text/format.ts';
import type { ConditionKind, Conditions } from './condition-kind.ts';
import { FenceSelect } from './fence-select.tsx';
import { LastingField } from './lasting.tsx';

/** A corridor must be chosen: it never means any geofence. */
export const routeDeviation: ConditionKind<Conditions['routeDeviation']> = {
  begin: () => ({ kind: 'routeDeviation', fenceIds: [], afterS: 300 }),
  Fields: (props) => (
    <>
      <FenceSelect {...props} label="route" placeholder="choose-route" />
      <LastingField {...props} least={0} />
    </>
  ),
  says: (t, { afterS }, fence) => t('alarm-rules.says.routeDeviation', { fence, time: formatDuration(afterS) }),
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds }),
};
