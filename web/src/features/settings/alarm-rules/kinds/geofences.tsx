import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../../text/format.ts';
import { TargetSelect } from '../target-select.tsx';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { LastingField } from './lasting.tsx';

type Props = Pick<FieldsProps<unknown>, 'fences' | 'onFences' | 'organisationId' | 'errorOf'> & {
  label?: string;
  placeholder?: string;
};

/** The geofences of a condition: none chosen means any. */
export function FenceSelect({
  fences,
  onFences,
  organisationId,
  errorOf,
  label = 'fences',
  placeholder = 'any-fence',
}: Props) {
  const { t } = useTranslation();
  return (
    <TargetSelect
      kind="fence"
      label={t(`alarm-rules.${label}`)}
      placeholder={t(`alarm-rules.${placeholder}`)}
      organisationId={organisationId}
      value={fences}
      onChange={onFences}
      error={errorOf('fenceIds')}
    />
  );
}

/** None chosen means any. */
export const anyOf = (fenceIds: number[]): number[] | null => (fenceIds.length === 0 ? null : fenceIds);

type Crossing = Conditions['geofenceEnter' | 'geofenceExit'];

const crossing = <Condition extends Crossing>(begin: () => Condition): ConditionKind<Condition> => ({
  begin,
  Fields: FenceSelect,
  describe: (t, { kind }, fence) => t(`condition.${kind}.summary`, { fence }),
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds: anyOf(fenceIds) }),
});

const geofenceDwell: ConditionKind<Conditions['geofenceDwell']> = {
  begin: () => ({ kind: 'geofenceDwell', fenceIds: null, afterS: 3600 }),
  Fields: (props) => (
    <>
      <FenceSelect {...props} />
      <LastingField {...props} />
    </>
  ),
  describe: (t, { afterS }, fence) => t('condition.geofenceDwell.summary', { fence, time: formatDuration(afterS) }),
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds: anyOf(fenceIds) }),
};

/** A corridor must be chosen: an empty choice does not mean any geofence. */
export const routeDeviation: ConditionKind<Conditions['routeDeviation']> = {
  begin: () => ({ kind: 'routeDeviation', fenceIds: [], afterS: 300 }),
  Fields: (props) => (
    <>
      <FenceSelect {...props} label="route" placeholder="choose-route" />
      <LastingField {...props} least={0} />
    </>
  ),
  describe: (t, { afterS }, fence) => t('condition.routeDeviation.summary', { fence, time: formatDuration(afterS) }),
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds }),
};

export const geofenceKinds = {
  geofenceEnter: crossing<Conditions['geofenceEnter']>(() => ({ kind: 'geofenceEnter', fenceIds: null })),
  geofenceExit: crossing<Conditions['geofenceExit']>(() => ({ kind: 'geofenceExit', fenceIds: null })),
  geofenceDwell,
};
