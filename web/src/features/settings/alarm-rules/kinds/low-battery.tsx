import { formatNumber } from '../../../../text/format.ts';
import type { ConditionKind, Conditions } from './condition-kind.ts';
import { NumberField } from './number-field.tsx';

export const lowBattery: ConditionKind<Conditions['lowBattery']> = {
  begin: () => ({ kind: 'lowBattery', belowPercent: 20 }),
  Fields: ({ condition, onChange, errorOf }) => (
    <NumberField
      name="belowPercent"
      value={condition.belowPercent}
      onChange={(value) => onChange({ ...condition, belowPercent: value ?? 0 })}
      unit="%"
      errorOf={errorOf}
    />
  ),
  says: (t, { belowPercent }) => t('alarm-rules.says.lowBattery', { percent: formatNumber(belowPercent) }),
};
