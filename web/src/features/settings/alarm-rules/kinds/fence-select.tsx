import { useTranslation } from 'react-i18next';
import { TargetSelect } from '../target-select.tsx';
import type { FieldsProps } from './condition-kind.ts';

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
