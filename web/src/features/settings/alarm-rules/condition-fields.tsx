import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import { MultiSelect, NumberInput, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpeedAndUnit, speedUnit } from '../../../text/format.ts';
import { HoursField } from '../../../ui/weekly-hours/hours-field.tsx';
import { DEVICE_CODES } from './device-codes.ts';
import { DurationField } from './duration-field.tsx';
import type { Named } from './rule-values.ts';
import { codeText } from './rule-words.ts';
import classes from './sentence.module.css';
import { TargetSelect } from './target-select.tsx';
import { fromKph, toKph } from './units.ts';

interface Props {
  condition: AlarmCondition;
  onChange: (condition: AlarmCondition) => void;
  fences: readonly Named[];
  onFences: (fences: Named[]) => void;
  organisationId: number | null;
  /** The organisation's speed limit, km/h; null for none. */
  speedLimitKph: number | null;
  /** Error of a field of the condition. */
  errorOf: (field: string) => ReactNode;
}

/** The numbers and things that the chosen condition needs, in its words. */
export function ConditionFields(props: Props) {
  const { condition, onChange, errorOf } = props;
  const { t } = useTranslation();
  const label = (key: string) => t(`alarm-rules.${key}`);
  const word = (key: string) => <span className={classes['small']}>{label(key)}</span>;
  const numeric = (name: string, value: number | null, put: (value: number | null) => void, unit: string) => (
    <NumberInput
      aria-label={label(name)}
      w={110}
      hideControls
      value={value ?? ''}
      onChange={(entered) => put(typeof entered === 'number' ? entered : null)}
      error={errorOf(name)}
      suffix={` ${unit}`}
    />
  );
  switch (condition.kind) {
    case 'overspeed':
      return <SpeedFields {...props} condition={condition} />;
    case 'overStay':
    case 'idling':
    case 'noData':
    case 'driverWithoutTag':
      return (
        <>
          {word('for-longer')}
          <DurationField
            label={label('duration')}
            seconds={condition.afterS}
            onChange={(afterS) => onChange({ ...condition, afterS })}
            error={errorOf('afterS')}
          />
        </>
      );
    case 'geofenceEnter':
    case 'geofenceExit':
      return <FenceSelect {...props} />;
    case 'geofenceDwell':
    case 'routeDeviation':
      return (
        <>
          <FenceSelect {...props} />
          {word('for-longer')}
          <DurationField
            label={label('duration')}
            seconds={condition.afterS}
            least={condition.kind === 'geofenceDwell' ? 60 : 0}
            onChange={(afterS) => onChange({ ...condition, afterS })}
            error={errorOf('afterS')}
          />
        </>
      );
    case 'device':
      return <DeviceFields {...props} condition={condition} />;
    case 'unauthorisedMovement':
      return (
        <div className={classes['indent']}>
          <HoursField
            label={label('working-hours')}
            value={condition.workingHours}
            onChange={(workingHours) => onChange({ ...condition, workingHours })}
          />
        </div>
      );
    case 'tow':
      return null;
    case 'temperature':
      return (
        <>
          <Select
            aria-label={label('sensor')}
            w={150}
            allowDeselect={false}
            data={sensors(condition.attribute).map((name) => ({
              value: name,
              label: sensorText(label('sensor'), name),
            }))}
            value={condition.attribute}
            onChange={(attribute) => attribute !== null && onChange({ ...condition, attribute })}
          />
          {word('below')}
          {numeric('minC', condition.minC, (minC) => onChange({ ...condition, minC }), '°C')}
          {word('or-above')}
          {numeric('maxC', condition.maxC, (maxC) => onChange({ ...condition, maxC }), '°C')}
        </>
      );
    case 'lowBattery':
      return numeric(
        'belowPercent',
        condition.belowPercent,
        (value) => onChange({ ...condition, belowPercent: value ?? 0 }),
        '%',
      );
    case 'fuelDrop':
      return (
        <>
          {numeric('dropL', condition.dropL, (value) => onChange({ ...condition, dropL: value ?? 0 }), label('litres'))}
          {word('within')}
          <DurationField
            label={label('within-time')}
            seconds={condition.withinS}
            onChange={(withinS) => onChange({ ...condition, withinS })}
            error={errorOf('withinS')}
          />
        </>
      );
  }
  return condition satisfies never;
}

type Of<Kind extends AlarmCondition['kind']> = Props & { condition: Extract<AlarmCondition, { kind: Kind }> };

function SpeedFields({ condition, onChange, speedLimitKph, errorOf }: Of<'overspeed'>) {
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
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={fromKph(limitKph)}
          onChange={(value) => onChange({ ...condition, limitKph: typeof value === 'number' ? toKph(value) : 0 })}
          suffix={` ${speedUnit()}`}
          error={errorOf('limitKph')}
        />
      )}
    </>
  );
}

function FenceSelect({ condition, fences, onFences, organisationId, errorOf }: Props) {
  const { t } = useTranslation();
  const isRoute = condition.kind === 'routeDeviation';
  return (
    <TargetSelect
      kind="fence"
      label={t(isRoute ? 'alarm-rules.route' : 'alarm-rules.fences')}
      placeholder={t(isRoute ? 'alarm-rules.choose-route' : 'alarm-rules.any-fence')}
      organisationId={organisationId}
      value={fences}
      onChange={onFences}
      error={errorOf('fenceIds')}
    />
  );
}

function DeviceFields({ condition, onChange, errorOf }: Of<'device'>) {
  const { t } = useTranslation();
  const codes = (chosen: readonly string[]) =>
    [...new Set([...DEVICE_CODES, ...chosen])].map((code) => ({ value: code, label: codeText(t, code) }));
  return (
    <>
      <MultiSelect
        aria-label={t('alarm-rules.codes')}
        searchable
        hidePickedOptions
        flex={1}
        miw={180}
        data={codes(condition.codes)}
        value={condition.codes}
        onChange={(chosen) => onChange({ ...condition, codes: chosen })}
        error={errorOf('codes')}
      />
      <div className={classes['indent']}>
        <span className={classes['small']}>{t('alarm-rules.until')}</span>
        <MultiSelect
          aria-label={t('alarm-rules.clear-codes')}
          placeholder={condition.clearCodes.length === 0 ? t('alarm-rules.no-clear-code') : ''}
          searchable
          hidePickedOptions
          flex={1}
          miw={160}
          data={codes(condition.clearCodes)}
          value={condition.clearCodes}
          onChange={(clearCodes) => onChange({ ...condition, clearCodes })}
        />
        <Select
          aria-label={t('alarm-rules.clear-how')}
          w={170}
          allowDeselect={false}
          data={[
            { value: 'person', label: t('alarm-rules.clear-person') },
            { value: 'quiet', label: t('alarm-rules.clear-quiet') },
          ]}
          value={condition.clearAfterS === null ? 'person' : 'quiet'}
          onChange={(value) => onChange({ ...condition, clearAfterS: value === 'quiet' ? 600 : null })}
        />
        {condition.clearAfterS !== null && (
          <DurationField
            label={t('alarm-rules.duration')}
            seconds={condition.clearAfterS}
            onChange={(clearAfterS) => onChange({ ...condition, clearAfterS })}
            error={errorOf('clearAfterS')}
          />
        )}
      </div>
    </>
  );
}

const sensors = (own: string) => [...new Set([1, 2, 3, 4].map((number) => `temperature${number}C`)).add(own)];
const sensorText = (label: string, attribute: string) => {
  const number = /^temperature(\d+)C$/.exec(attribute)?.[1];
  return number === undefined ? attribute : `${label} ${number}`;
};
