import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatSpeedAndUnit, speedUnit } from '../../../../text/format.ts';
import { fromKph, toKph } from '../units.ts';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { NumberInput } from '../../../../ui/form/number-input.tsx';

type Overspeed = Conditions['overspeed'];

export const overspeed: ConditionKind<Overspeed> = {
  begin: () => ({ kind: 'overspeed', limitKph: 90 }),
  Fields: SpeedFields,
  says: (t, { limitKph }) =>
    limitKph === null
      ? t('alarm-rules.says.overspeed-there')
      : t('alarm-rules.says.overspeed', { speed: formatSpeedAndUnit(limitKph) }),
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
          aria-label={t('alarm-rules.limitKph')}
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
