import { useTranslation } from 'react-i18next';
import { formatDuration, formatNumber } from '../../../../text/format.ts';
import { DurationField } from '../duration-field.tsx';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { NumberField } from './number-field.tsx';
import { SmallLabel } from './small-label.tsx';

type FuelDrop = Conditions['fuelDrop'];

export const fuelDrop: ConditionKind<FuelDrop> = {
  begin: () => ({ kind: 'fuelDrop', dropL: 10, withinS: 600, clearAfterS: 3600 }),
  Fields: FuelFields,
  says: (t, { dropL, withinS }) =>
    t('alarm-rules.says.fuelDrop', { litres: formatNumber(dropL), time: formatDuration(withinS) }),
};

function FuelFields({ condition, onChange, errorOf }: FieldsProps<FuelDrop>) {
  const { t } = useTranslation();
  return (
    <>
      <NumberField
        name="dropL"
        value={condition.dropL}
        onChange={(value) => onChange({ ...condition, dropL: value ?? 0 })}
        unit={t('alarm-rules.litres')}
        errorOf={errorOf}
      />
      <SmallLabel text="within" />
      <DurationField
        label={t('alarm-rules.within-time')}
        seconds={condition.withinS}
        onChange={(withinS) => onChange({ ...condition, withinS })}
        error={errorOf('withinS')}
      />
    </>
  );
}
