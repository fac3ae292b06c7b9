import { type PrivateRule, PrivateRuleInput } from '@milepost/contract/private-time-operations';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { errorOf } from '../../ui/form/error-of.ts';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { rowWith } from '../../ui/form/row-with.ts';
import { SearchedSelect } from '../../ui/form/searched-select.tsx';
import { useRecordForm } from '../../ui/form/use-record-form.ts';
import { useVersion } from '../../ui/form/use-version.ts';
import { validateBy } from '../../ui/form/validate-by.ts';
import { notify } from '../../ui/toast/notify.ts';
import { HoursField } from '../../ui/weekly-hours/hours-field.tsx';
import { officeHours } from '../../ui/weekly-hours/hours.ts';
import { confirmed } from '../../ui/dialog/confirm.tsx';

const SHOWN = 50;

interface Values extends Record<string, unknown> {
  vehicleId: number | null;
  workingHours: WeeklyHours | null;
  button: { attribute: string; value: string } | null;
  driversMark: boolean;
}

const NEW: Values = { vehicleId: null, workingHours: officeHours(), button: null, driversMark: false };

const valuesOf = (rule: PrivateRule | undefined): Values =>
  rule
    ? {
        vehicleId: rule.vehicleId,
        workingHours: rule.workingHours,
        button: rule.button && { attribute: rule.button.attribute, value: String(rule.button.value) },
        driversMark: rule.driversMark,
      }
    : NEW;

/** The value of an attribute as the device reports it: yes and no, a number, or a text. */
function valueOf(text: string): boolean | number | string {
  const typed = text.trim();
  if (/^(true|false)$/i.test(typed)) return typed.toLowerCase() === 'true';
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
}

const toInput = ({ vehicleId, workingHours, button, driversMark }: Values) => ({
  vehicleId,
  workingHours,
  button: button && { attribute: button.attribute, value: valueOf(button.value) },
  driversMark,
});

const check = validateBy(PrivateRuleInput);

/** The vehicle of a rule, or all of its organisation. */
export const ruleName = (t: TFunction, { registration, organisationName }: PrivateRule): string =>
  registration ?? t('private-time.all-of', { name: organisationName });

/** Adds a rule, or changes the hours and the button of one. */
export function RuleDialog({ rule, onClose }: { rule: PrivateRule | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const label = (key: string) => t(`private-time.${key}`);
  const mayEdit = useMay('private-trips', rule ? 'edit' : 'create');
  const mayDelete = useMay('private-trips', 'delete');
  const [search, setSearch] = useState('');
  const vehicles = useCall(
    'get-vehicle-list',
    { search, pageSize: SHOWN },
    { placeholderData: keepPreviousData, enabled: rule === undefined },
  );
  const version = useVersion(rule, async (id) => rowWith((await call('get-private-rule-list', {})).rows, id), valuesOf);
  const record = useRecordForm<Values, { rule: PrivateRule }>({
    initialValues: valuesOf(rule),
    validate: (values) => check(toInput(values)),
    save: (values) => call('save-private-rule', { ...toInput(values), ...version.sent() }),
    readAgain: version.readAgain,
    onSaved() {
      refresh('get-private-rule-list', 'get-audit-list');
      notify(label('saved'));
      onClose();
    },
  });
  const { form } = record;
  const { vehicleId, workingHours, button, driversMark } = form.values;
  const remove = (one: PrivateRule) =>
    confirmed(t, {
      title: t('private-time.delete-title', { name: ruleName(t, one) }),
      text: label('delete-text'),
      confirm: label('delete'),
      run: () => call('delete-private-rule', { id: one.id }),
      done: label('deleted'),
      onDone() {
        refresh('get-private-rule-list', 'get-audit-list');
        onClose();
      },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={rule ? t('private-time.edit', { name: ruleName(t, rule) }) : label('new')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      size="lg"
    >
      <RecordForm record={record} fieldWords={{ label }} readOnly={!mayEdit} onCancel={onClose}>
        {rule === undefined && (
          <SearchedSelect
            label={label('vehicle')}
            description={label('vehicle-hint')}
            placeholder={label('vehicle-all')}
            clearable
            options={(vehicles.data?.rows ?? []).map(({ id, registration }) => ({ id, name: registration }))}
            total={vehicles.data?.total}
            onSearch={setSearch}
            value={vehicleId}
            onChange={(id) => form.setFieldValue('vehicleId', id)}
            error={errorOf(form.errors, 'vehicleId')}
          />
        )}
        <Stack gap="xs">
          <Switch
            label={label('hours-on')}
            checked={workingHours !== null}
            disabled={!mayEdit}
            error={errorOf(form.errors, 'workingHours')}
            onChange={({ currentTarget }) =>
              form.setFieldValue('workingHours', currentTarget.checked ? officeHours() : null)
            }
          />
          {workingHours && (
            <HoursField
              label={label('workingHours')}
              value={workingHours}
              onChange={(hours) => form.setFieldValue('workingHours', hours)}
            />
          )}
        </Stack>
        <Switch
          label={label('button-on')}
          checked={button !== null}
          disabled={!mayEdit}
          onChange={({ currentTarget }) =>
            form.setFieldValue('button', currentTarget.checked ? { attribute: '', value: 'true' } : null)
          }
        />
        {button && (
          <>
            <TextInput
              label={label('attribute')}
              description={label('attribute-hint')}
              required
              maxLength={60}
              value={button.attribute}
              error={errorOf(form.errors, 'button.attribute')}
              onChange={({ currentTarget: { value } }) => form.setFieldValue('button', { ...button, attribute: value })}
            />
            <TextInput
              label={label('value')}
              description={label('value-hint')}
              required
              maxLength={60}
              value={button.value}
              error={errorOf(form.errors, 'button.value')}
              onChange={({ currentTarget: { value } }) => form.setFieldValue('button', { ...button, value })}
            />
          </>
        )}
        <Switch
          label={label('drivers-mark')}
          description={label('drivers-mark-hint')}
          checked={driversMark}
          disabled={!mayEdit}
          onChange={({ currentTarget }) => form.setFieldValue('driversMark', currentTarget.checked)}
        />
        {rule && mayDelete && (
          <Button variant="subtle" color="red" onClick={() => remove(rule)} style={{ alignSelf: 'flex-start' }}>
            {label('delete')}
          </Button>
        )}
      </RecordForm>
    </Modal>
  );
}
