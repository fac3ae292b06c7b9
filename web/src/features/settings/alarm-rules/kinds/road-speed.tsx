import { formatSpeedAndUnit, speedUnit } from '../../../../text/format.ts';
import { fromKph, toKph } from '../units.ts';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { NumberField } from './number-field.tsx';
import { SmallLabel } from './small-label.tsx';

type RoadSpeed = Conditions['roadSpeed'];

export const roadSpeed: ConditionKind<RoadSpeed> = {
  begin: () => ({ kind: 'roadSpeed', overKph: 10 }),
  Fields: OverField,
  says: (t, { overKph }) =>
    overKph === 0
      ? t('alarm-rules.says.roadSpeed')
      : t('alarm-rules.says.roadSpeed-by', { speed: formatSpeedAndUnit(overKph) }),
};

function OverField({ condition, onChange, errorOf }: FieldsProps<RoadSpeed>) {
  return (
    <>
      <SmallLabel text="by-more-than" />
      <NumberField
        name="overKph"
        value={fromKph(condition.overKph)}
        onChange={(value) => onChange({ ...condition, overKph: toKph(value ?? 0) })}
        unit={speedUnit()}
        errorOf={errorOf}
      />
    </>
  );
}
