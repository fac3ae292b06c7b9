import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDecimal, formatDuration, formatNumber } from '../../../../text/format.ts';
import { DurationField } from '../duration-field.tsx';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { HysteresisField } from './hysteresis-field.tsx';
import { forLonger, LastingField, withHysteresis } from './lasting.tsx';
import { NumberField } from './number-field.tsx';
import { sensor } from './sensor.tsx';
import { SmallLabel } from './small-label.tsx';

type Temperature = Conditions['temperature'];

const temperature: ConditionKind<Temperature> = {
  begin: () => ({ kind: 'temperature', attribute: 'temperature1C', minC: null, maxC: 8, afterS: 600 }),
  Fields: TemperatureFields,
  describe(t, { minC, maxC, afterS = 0, hysteresisC = 0 }) {
    const [min, max] = [minC, maxC].map((value) => (value === null ? '' : `${formatDecimal(value)} °C`));
    const key = minC === null ? 'above' : maxC === null ? 'below' : 'outside';
    const what = forLonger(t, t(`condition.temperature.summary-${key}`, { min, max }), afterS);
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

const lowBattery: ConditionKind<Conditions['lowBattery']> = {
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
  describe: (t, { belowPercent }) => t('condition.lowBattery.summary', { percent: formatNumber(belowPercent) }),
};

type FuelDrop = Conditions['fuelDrop'];

const fuelDrop: ConditionKind<FuelDrop> = {
  begin: () => ({ kind: 'fuelDrop', dropL: 10, withinS: 600, clearAfterS: 3600 }),
  Fields: FuelFields,
  describe: (t, { dropL, withinS }) =>
    t('condition.fuelDrop.summary', { litres: formatNumber(dropL), time: formatDuration(withinS) }),
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

export const readingKinds = { fuelDrop, sensor, temperature, lowBattery };
