import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatSpeedAndUnit, speedUnit } from '../../../../text/format.ts';
import { NumberInput } from '../../../../ui/form/number-input.tsx';
import { fromKph, toKph } from '../units.ts';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { NumberField } from './number-field.tsx';
import { SmallLabel } from './small-label.tsx';

type Overspeed = Conditions['overspeed'];

const overspeed: ConditionKind<Overspeed> = {
  begin: () => ({ kind: 'overspeed', limitKph: 90 }),
  Fields: SpeedFields,
  describe: (t, { limitKph }) =>
    limitKph === null
      ? t('condition.overspeed.summary-there')
      : t('condition.overspeed.summary', { speed: formatSpeedAndUnit(limitKph) }),
};

function SpeedFields({ condition, onChange, speedLimitKph, errorOf }: FieldsProps<Overspeed>) {
  const { t } = useTranslation();
  const { limitKph } = condition;
  const there =
    speedLimitKph === null
      ? t('alarm-rules.limit-there')
      : t('alarm-rules.limit-there-or', { speed: formatSpeedAndUnit(speedLimitKph) });
  return (
    <>
      <Select
        aria-label={t('alarm-rules.which-limit')}
        w={180}
        allowDeselect={false}
        data={[
          { value: 'own', label: t('alarm-rules.limit-own') },
          { value: 'there', label: there },
        ]}
        value={limitKph === null ? 'there' : 'own'}
        onChange={(value) => onChange({ ...condition, limitKph: value === 'there' ? null : 90 })}
      />
      {limitKph !== null && (
        <NumberInput
          aria-label={t('condition-field.limitKph')}
          w={120}
          decimals={0}
          value={fromKph(limitKph)}
          onChange={(value) => onChange({ ...condition, limitKph: typeof value === 'number' ? toKph(value) : 0 })}
          suffix={` ${speedUnit()}`}
          error={errorOf('limitKph')}
        />
      )}
    </>
  );
}

type RoadSpeed = Conditions['roadSpeed'];

const roadSpeed: ConditionKind<RoadSpeed> = {
  begin: () => ({ kind: 'roadSpeed', overKph: 10 }),
  Fields: OverField,
  describe: (t, { overKph }) =>
    overKph === 0
      ? t('condition.roadSpeed.summary')
      : t('condition.roadSpeed.summary-by', { speed: formatSpeedAndUnit(overKph) }),
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

export const speedKinds = { overspeed, roadSpeed };
