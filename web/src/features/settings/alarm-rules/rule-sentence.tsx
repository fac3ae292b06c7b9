import { VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { MultiSelect, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import type { CallOutput } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { HoursField } from '../../../ui/weekly-hours/hours-field.tsx';
import { officeHours } from '../../../ui/weekly-hours/hours.ts';
import { RuleCommandLine } from './rule-command-line.tsx';
import { DurationField } from './duration-field.tsx';
import { ALARM_KINDS, CONDITION_KINDS, newCondition } from './kinds/condition-kinds.ts';
import type { RuleValues } from './rule-values.ts';
import classes from './sentence.module.css';
import { TargetSelect } from './target-select.tsx';
import { RecipientsLine } from './recipients-line.tsx';
import { cutOption, labelledOptions } from '../../../ui/rest-option.ts';
import type { AlarmKind } from '@milepost/contract/alarm-condition';
import type { Conditions, FieldsProps } from './kinds/condition-kind.ts';

export type Choices = CallOutput<'get-alarm-rule-choices'>;

interface Props {
  form: UseFormReturnType<RuleValues>;
  choices: Choices | undefined;
  /** True if it belongs to a geofence, which defines everything but the recipients. */
  ofFence: boolean;
}

/** The rule as one sentence with editable words. */
export function RuleSentence({ form, choices, ofFence }: Props) {
  const { t } = useTranslation();
  const limited = useSetup().data?.limited ?? false;
  const { values } = form;
  const label = (key: string) => t(`alarm-rules.${key}`);
  const errorOf = (field: string): ReactNode => form.errors[field] ?? null;
  return (
    <div className={classes['sentence']}>
      <fieldset disabled={ofFence} style={{ all: 'unset', display: 'contents' }}>
        <div className={classes['line']}>
          <span className={classes['word']}>{label('when')}</span>
          <Select
            aria-label={label('who')}
            w={180}
            allowDeselect={false}
            data={[
              {
                value: 'all',
                label: choices
                  ? t('alarm-rules.all-vehicles-number', { number: formatNumber(choices.vehicles) })
                  : label('all-vehicles'),
                // People with a limit make rules for the vehicles that they see.
                disabled: limited,
              },
              { value: 'some', label: label('these-vehicles') },
            ]}
            value={values.allVehicles ? 'all' : 'some'}
            onChange={(value) => form.setFieldValue('allVehicles', value === 'all')}
          />
          {!values.allVehicles && (
            <>
              {!limited && (
                <MultiSelect
                  aria-label={label('types')}
                  placeholder={values.vehicleTypes.length === 0 ? label('types') : ''}
                  searchable
                  hidePickedOptions
                  miw={140}
                  flex={1}
                  data={VEHICLE_TYPES.map((type) => ({ value: type as string, label: t(`vehicle-type.${type}`) }))}
                  value={values.vehicleTypes}
                  onChange={(types) =>
                    form.setFieldValue(
                      'vehicleTypes',
                      VEHICLE_TYPES.filter((type) => types.includes(type)),
                    )
                  }
                />
              )}
              <MultiSelect
                aria-label={label('groups')}
                placeholder={values.groups.length === 0 ? label('groups') : ''}
                searchable
                hidePickedOptions
                miw={140}
                flex={1}
                data={[
                  ...labelledOptions(t, merged(choices?.groups, values.groups), undefined),
                  ...cutOption(t, choices?.groups.length ?? 0, choices?.groupsTotal),
                ]}
                value={values.groups.map(({ id }) => id)}
                onChange={(ids) =>
                  form.setFieldValue(
                    'groups',
                    merged(choices?.groups, values.groups).filter(({ id }) => ids.includes(id)),
                  )
                }
              />
              <TargetSelect
                kind="vehicle"
                label={label('vehicles')}
                placeholder={label('vehicles')}
                organisationId={values.organisationId}
                value={values.vehicles}
                onChange={(vehicles) => form.setFieldValue('vehicles', vehicles)}
                error={errorOf('vehicleIds')}
              />
            </>
          )}
        </div>
        <div className={classes['line']}>
          <span className={classes['word']} aria-hidden />
          <Select
            aria-label={label('what')}
            w={210}
            searchable
            allowDeselect={false}
            maxDropdownHeight={340}
            data={ALARM_KINDS.map((kind) => ({ value: kind as string, label: t(`condition.${kind}.clause`) }))}
            value={values.condition.kind}
            onChange={(value) => {
              const kind = ALARM_KINDS.find((one) => one === value);
              if (!kind || kind === values.condition.kind) return;
              form.setFieldValue('condition', newCondition(kind));
              form.setFieldValue('fences', []);
            }}
          />
          <ConditionFields
            condition={values.condition}
            onChange={(condition) => form.setFieldValue('condition', condition)}
            fences={values.fences}
            onFences={(fences) => form.setFieldValue('fences', fences)}
            organisationId={values.organisationId}
            speedLimitKph={choices?.speedLimitKph ?? null}
            errorOf={(field) => errorOf(`condition.${field}`)}
          />
        </div>
        <HoursLine form={form} choices={choices} />
        <div className={classes['line']}>
          <span className={classes['word']}>{label('raise')}</span>
          <Select
            aria-label={label('severity')}
            w={180}
            allowDeselect={false}
            data={SEVERITIES.map((severity) => ({ value: severity as string, label: t(`severity.${severity}`) }))}
            value={values.severity}
            onChange={(value) => {
              const severity = SEVERITIES.find((one) => one === value);
              if (severity) form.setFieldValue('severity', severity);
            }}
          />
        </div>
      </fieldset>
      <RecipientsLine
        channels={values.channels}
        onChange={(channels) => form.setFieldValue('channels', channels)}
        choices={choices}
        error={errorOf('channels.userIds')}
      />
      <RuleCommandLine
        command={values.command}
        onChange={(command) => form.setFieldValue('command', command)}
        error={errorOf('command.seconds')}
      />
      <div className={classes['line']}>
        <span className={classes['word']}>{label('again')}</span>
        <DurationField
          label={label('cool-down')}
          seconds={values.coolDownS}
          least={0}
          onChange={(coolDownS) => form.setFieldValue('coolDownS', coolDownS)}
          error={errorOf('coolDownS')}
        />
      </div>
    </div>
  );
}

/** The hours in which it can raise alarms. A rule about hours needs no others. */
function HoursLine({ form, choices }: Pick<Props, 'form' | 'choices'>) {
  const { t } = useTranslation();
  const { values } = form;
  const zone = choices && (
    <span className={`${classes['small']} ${classes['dim']}`}>{t('alarm-rules.zone', { zone: choices.timeZone })}</span>
  );
  if (CONDITION_KINDS[values.condition.kind].hasHours && values.schedule === null)
    return <div className={classes['indent']}>{zone}</div>;
  return (
    <div className={classes['line']}>
      <span className={classes['word']} aria-hidden />
      <Select
        aria-label={t('alarm-rules.hours')}
        w={210}
        allowDeselect={false}
        data={[
          { value: 'always', label: t('alarm-rules.always') },
          { value: 'hours', label: t('alarm-rules.during-hours') },
        ]}
        value={values.schedule === null ? 'always' : 'hours'}
        onChange={(value) => form.setFieldValue('schedule', value === 'hours' ? officeHours() : null)}
      />
      {values.schedule !== null && zone}
      {values.schedule !== null && (
        <div className={classes['indent']}>
          <HoursField
            label={t('alarm-rules.during-hours')}
            value={values.schedule}
            onChange={(schedule) => form.setFieldValue('schedule', schedule)}
          />
        </div>
      )}
    </div>
  );
}

/** The available options, and the chosen ones. */
function merged<One extends { id: number }>(all: readonly One[] = [], chosen: readonly One[]): One[] {
  return [...all, ...chosen.filter(({ id }) => !all.some((one) => one.id === id))];
}

/** The fields of the chosen condition's parameters, within its sentence. */
function ConditionFields<Kind extends AlarmKind>(props: FieldsProps<Conditions[Kind] & { kind: Kind }>) {
  const Fields: ComponentType<FieldsProps<Conditions[Kind]>> | null = CONDITION_KINDS[props.condition.kind].Fields;
  return Fields && createElement(Fields, props);
}
