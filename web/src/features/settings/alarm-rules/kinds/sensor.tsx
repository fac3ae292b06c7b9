import { isSignalKind } from '@milepost/contract/sensor-kinds';
import { Checkbox, Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/use-call.ts';
import { formatDecimal, withUnit } from '../../../../text/format.ts';
import { cutOption } from '../../../../ui/rest-option.ts';
import type { NormalRange } from '../../../../ui/sensor/normal-range.ts';
import { sensorValue } from '../../../../ui/sensor/sensor-text.ts';
import type { ConditionKind, Conditions, FieldsProps } from './condition-kind.ts';
import { anyOf, FenceSelect } from './geofences.tsx';
import { forLonger, LastingField, withHysteresis } from './lasting.tsx';
import { NumberField } from './number-field.tsx';
import { SmallLabel } from './small-label.tsx';
import { HysteresisField } from './hysteresis-field.tsx';

type SensorCondition = Conditions['sensor'];

export const sensor: ConditionKind<SensorCondition> = {
  begin: () => ({ kind: 'sensor', name: '', unit: '', min: null, max: null, on: null, afterS: 600 }),
  Fields: SensorFields,
  describe(t, condition, fence) {
    const { afterS, unit, hysteresis = 0, driving, fenceIds } = condition;
    const lasting = withHysteresis(t, forLonger(t, thresholdText(t, condition), afterS), hysteresis, unit);
    const moving = driving ? t('condition.sensor.summary-driving', { what: lasting }) : lasting;
    return fenceIds ? t('condition.sensor.summary-outside-fence', { what: moving, fence }) : moving;
  },
  withFences: (condition, fenceIds) => ({ ...condition, fenceIds: anyOf(fenceIds) }),
};

function thresholdText(t: TFunction, { name, unit, min: least, max: most, on }: SensorCondition): string {
  if (on !== null) return t(`condition.sensor.summary-${on ? 'on' : 'off'}`, { sensor: name });
  const [min, max] = [least, most].map((value) => {
    if (value === null) return '';
    return unit === '' ? formatDecimal(value) : withUnit(formatDecimal(value), unit);
  });
  const key = least === null ? 'above' : most === null ? 'below' : 'outside';
  return t(`condition.sensor.summary-${key}`, { sensor: name, min, max });
}

/**
 * The limits after a sensor was chosen: its normal range, unless somebody entered limits that differ from those of the
 * previous sensor.
 */
function limitsOf({ min, max }: SensorCondition, before: NormalRange | undefined, chosen: NormalRange) {
  const isUntouched = min === (before?.normalMin ?? null) && max === (before?.normalMax ?? null);
  return isUntouched ? { min: chosen.normalMin, max: chosen.normalMax } : { min, max };
}

/** The sensor, by its name, since one of a profile is in many vehicles; and the values that raise the alarm. */
function SensorFields(props: FieldsProps<SensorCondition>) {
  const { t } = useTranslation();
  const { condition, onChange, organisationId, errorOf } = props;
  const { name, unit, min, max, on } = condition;
  const choices = useCall('get-alarm-rule-choices', organisationId === null ? {} : { organisationId });
  const sensors = choices.data?.sensors ?? [];
  const place = sensors.findIndex((one) => one.name.toLowerCase() === name.toLowerCase());
  const chosen = sensors[place];
  // A deleted sensor still has its label.
  const gone = name === '' || chosen ? [] : [{ value: place, label: name, disabled: false }];
  return (
    <>
      <Select
        aria-label={t('alarm-rules.sensor')}
        placeholder={t('alarm-rules.choose-sensor')}
        nothingFoundMessage={t('alarm-rules.no-sensors')}
        w={180}
        searchable
        allowDeselect={false}
        data={[
          ...sensors.map((one, index) => ({ value: index, label: one.name, disabled: false })),
          ...gone,
          ...cutOption(t, sensors.length, choices.data?.sensorsTotal),
        ]}
        value={name === '' ? null : place}
        onChange={(index) => {
          const one = index === null ? undefined : sensors[index];
          if (!one) return;
          const isSignal = isSignalKind(one.kind);
          const figures = { ...limitsOf(condition, chosen, one), on: null };
          const bounds = isSignal ? { min: null, max: null, on: on ?? true } : figures;
          const { hysteresis, ...others } = condition;
          const limits = isSignal ? others : { ...others, hysteresis };
          onChange({ ...limits, ...bounds, name: one.name, unit: one.unit });
        }}
        error={errorOf('name')}
      />
      {on === null ? (
        <>
          <SmallLabel text="below" />
          <NumberField
            name="min"
            value={min}
            onChange={(value) => onChange({ ...condition, min: value })}
            unit={unit}
            errorOf={errorOf}
          />
          <SmallLabel text="or-above" />
          <NumberField
            name="max"
            value={max}
            onChange={(value) => onChange({ ...condition, max: value })}
            unit={unit}
            errorOf={errorOf}
          />
          <HysteresisField
            name="hysteresis"
            value={condition.hysteresis}
            onChange={(hysteresis) => onChange({ ...condition, hysteresis })}
            unit={unit}
            errorOf={errorOf}
          />
        </>
      ) : (
        <Select
          aria-label={t('alarm-rules.sensor-state')}
          w={130}
          allowDeselect={false}
          data={[true, false].map((state) => ({
            value: state ? 'on' : 'off',
            label: sensorValue(t, { kind: chosen?.kind ?? 'signal', unit: '' }, state),
          }))}
          value={on ? 'on' : 'off'}
          onChange={(state) => onChange({ ...condition, on: state === 'on' })}
        />
      )}
      <LastingField condition={condition} onChange={(changed) => onChange(changed)} errorOf={errorOf} least={0} />
      <Checkbox
        label={t('alarm-rules.driving')}
        style={{ alignSelf: 'center' }}
        checked={condition.driving === true}
        onChange={({ currentTarget }) => {
          const { driving: _driving, ...others } = condition;
          onChange(currentTarget.checked ? { ...others, driving: true } : others);
        }}
      />
      <SmallLabel text="outside-of" />
      <FenceSelect {...props} placeholder="anywhere" />
    </>
  );
}
