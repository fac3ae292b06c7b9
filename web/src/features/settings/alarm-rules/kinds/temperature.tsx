import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../../text/format.ts';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { forLonger, LastingField, withHysteresis } from './lasting.tsx';
import { NumberField } from './number-field.tsx';
import { SmallLabel } from './small-label.tsx';
import { HysteresisField } from './hysteresis-field.tsx';

type Temperature = Conditions['temperature'];

export const temperature: ConditionKind<Temperature> = {
  begin: () => ({ kind: 'temperature', attribute: 'temperature1C', minC: null, maxC: 8, afterS: 600 }),
  Fields: TemperatureFields,
  says(t, { minC, maxC, afterS = 0, hysteresisC = 0 }) {
    const [min, max] = [minC, maxC].map((value) => (value === null ? '' : `${formatDecimal(value)} °C`));
    const key = minC === null ? 'above' : maxC === null ? 'below' : 'outside';
    const what = forLonger(t, t(`alarm-rules.says.temperature-${key}`, { min, max }), afterS);
    return withHysteresis(t, what, hysteresisC, '°C');
  },
};

function TemperatureFields({ condition, onChange, errorOf }: FieldsProps<Temperature>) {
  const { t } = useTranslation();
  const { attribute, minC, maxC } = condition;
  return (
    <>
      <Select
        aria-label={t('alarm-rules.sensor')}
        w={150}
        allowDeselect={false}
        data={sensors(attribute).map((name) => ({ value: name, label: sensorText(t('alarm-rules.sensor'), name) }))}
        value={attribute}
        onChange={(chosen) => chosen !== null && onChange({ ...condition, attribute: chosen })}
      />
      <SmallLabel text="below" />
      <NumberField
        name="minC"
        value={minC}
        onChange={(value) => onChange({ ...condition, minC: value })}
        unit="°C"
        errorOf={errorOf}
      />
      <SmallLabel text="or-above" />
      <NumberField
        name="maxC"
        value={maxC}
        onChange={(value) => onChange({ ...condition, maxC: value })}
        unit="°C"
        errorOf={errorOf}
      />
      <HysteresisField
        name="hysteresisC"
        value={condition.hysteresisC}
        onChange={(hysteresisC) => onChange({ ...condition, hysteresisC })}
        unit="°C"
        errorOf={errorOf}
      />
      <LastingField
        condition={{ ...condition, afterS: condition.afterS ?? 0 }}
        onChange={onChange}
        errorOf={errorOf}
        least={0}
      />
    </>
  );
}

const sensors = (own: string) => [...new Set([1, 2, 3, 4].map((number) => `temperature${number}C`)).add(own)];
const sensorText = (label: string, attribute: string) => {
  const number = /^temperature(\d+)C$/.exec(attribute)?.[1];
  return number === undefined ? attribute : `${label} ${number}`;
};
