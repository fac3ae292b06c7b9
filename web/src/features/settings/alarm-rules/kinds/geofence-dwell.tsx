import { formatDuration } from '../../../../text/format.ts';
import type { ConditionKind, Conditions } from './condition-kind.ts';
import { anyOf, FenceSelect } from './fence-select.tsx';
import { LastingField } from './lasting.tsx';

export const geofenceDwell: ConditionKind<Conditions['geofenceDwell']> = {
  begin: () => ({ kind: 'geofenceDwell', fenceIds: null, afterS: 3600 }),
  Fields: (props) => (
    <>
      <FenceSelect {...props} />
      <LastingField {...props} />
    </>
  ),
  says: (t, { afterS }, fence) => t('alarm-rules.says.geofenceDwell', { fence, time: formatDuration(afterS) }),
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds: anyOf(fenceIds) }),
};
