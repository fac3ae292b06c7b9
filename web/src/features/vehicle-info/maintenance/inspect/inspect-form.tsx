import { recordPath } from '@milepost/contract/record-kinds';
import { inspectionOperations } from '@milepost/contract/inspection-operations';
import { Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useCall } from '../../../../api/use-call.ts';
import { formatNumber } from '../../../../text/format.ts';
import { Alert } from '../../../../ui/alert/alert.tsx';
import { DistanceField } from '../../../../ui/form/distance-field.tsx';
import { RecordForm } from '../../../../ui/form/record-form.tsx';
import { SearchedSelect } from '../../../../ui/form/searched-select.tsx';
import { useRecordForm } from '../../../../ui/form/use-record-form.ts';
import { validateBy } from '../../../../ui/form/validate-by.ts';
import { refreshMaintenance } from '../../../../api/refresh-records.ts';
import { Section } from '../../../../ui/section/section.tsx';
import { SignatureField } from '../../../../ui/signature/signature-field.tsx';
import { notify } from '../../../../ui/toast/notify.ts';
import { AnswerField } from './answer-field.tsx';
import { hasDanger, hasDefect, isOut, inputOf, type InspectValues, unanswered } from './inspect-values.ts';
import classes from './inspect.module.css';

const validate = validateBy(inspectionOperations['add-inspection'].input);

export function InspectForm({ start }: { start: InspectValues }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const label = (key: string) => t(`maintenance.inspect.${key}`);
  const [vehicle, setVehicle] = useState('');
  const record = useRecordForm({
    initialValues: start,
    validate: (values) => validate(inputOf(values)),
    save: (values) => call('add-inspection', sent(values)),
    onSaved({ inspection: { id, registration, name } }) {
      refreshMaintenance();
      notify(t('form.saved', { name: `${registration} · ${name}` }));
      void navigate(`/${recordPath('inspection', id)}`);
    },
  });
  const { form } = record;
  const { values } = form;
  const { vehicleId, checklistId, answers } = values;
  const { data } = useCall(
    'get-inspection-choices',
    { vehicle, ...(vehicleId !== null && { vehicleId }) },
    { placeholderData: keepPreviousData },
  );
  const checklists = data?.checklists ?? [];
  function chooseChecklist(id: number | null) {
    const chosen = checklists.find((one) => one.id === id);
    form.setValues({ checklistId: id, answers: unanswered(chosen?.items ?? []) });
  }
  // A single option is chosen automatically.
  const only = vehicleId !== null && checklistId === null && checklists.length === 1 ? checklists[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined) chooseChecklist(only);
  });
  const defect = hasDefect(values);
  const danger = hasDanger(values);
  const left = answers.filter(({ result }) => result === null).length;
  return (
    <RecordForm record={record} readOnly={false} onCancel={() => void navigate(-1)} saveLabel={label('save')}>
      <SearchedSelect
        {...form.getInputProps('vehicleId')}
        label={t('maintenance.vehicle')}
        options={data?.vehicles ?? []}
        total={data?.vehiclesTotal}
        onSearch={setVehicle}
        value={vehicleId}
        onChange={(id) => form.setValues({ vehicleId: id, checklistId: null, answers: [] })}
      />
      {vehicleId !== null && data && checklists.length === 0 ? (
        <Alert type="info" dismissible={false}>
          {label('no-checklist')}
        </Alert>
      ) : (
        <Select
          {...form.getInputProps('checklistId')}
          label={t('maintenance.inspection.checklist')}
          placeholder={t('form.choose')}
          disabled={vehicleId === null}
          allowDeselect={false}
          data={checklists.map(({ id, name }) => ({ value: id, label: name }))}
          value={checklistId}
          onChange={chooseChecklist}
        />
      )}
      {answers.length > 0 && (
        <>
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('maintenance.inspect.left', { count: left, number: formatNumber(left) })}
          </Text>
          <ul className={classes['answers']}>
            {answers.map((answer, index) => (
              <li key={index}>
                <AnswerField
                  answer={answer}
                  errors={{
                    result: form.errors[`answers.${index}.result`],
                    severity: form.errors[`answers.${index}.severity`],
                  }}
                  onChange={(changed) => form.setFieldValue(`answers.${index}`, changed)}
                />
              </li>
            ))}
          </ul>
          {defect && (
            <Section title={t('maintenance.order.short')} level={3}>
              <Switch
                size="md"
                label={label('open-order')}
                checked={danger || values.openOrder}
                disabled={danger}
                onChange={({ currentTarget }) => form.setFieldValue('openOrder', currentTarget.checked)}
              />
              {(danger || values.openOrder) && (
                <Switch
                  size="md"
                  label={label('out-of-service')}
                  description={t('maintenance.order.out-text')}
                  checked={isOut(values)}
                  onChange={({ currentTarget }) => form.setFieldValue('outOfService', currentTarget.checked)}
                />
              )}
            </Section>
          )}
          <DistanceField
            {...form.getInputProps('odometerM')}
            label={t('maintenance.odometer')}
            value={values.odometerM}
          />
          <Textarea
            {...form.getInputProps('note')}
            label={t('maintenance.note')}
            autosize
            minRows={2}
            maxLength={2000}
          />
          <TextInput
            {...form.getInputProps('signedBy')}
            label={t('maintenance.inspection.signed-by')}
            maxLength={100}
            autoComplete="name"
          />
          <SignatureField
            label={label('signature')}
            value={values.signature}
            onChange={(signature) => form.setFieldValue('signature', signature)}
            error={form.errors['signature']}
          />
        </>
      )}
    </RecordForm>
  );
}

/** Validated above: each item has a result. */
const sent = (values: InspectValues) => {
  const { answers, ...rest } = inputOf(values);
  return {
    ...rest,
    answers: answers.flatMap(({ result, ...answer }) => (result === null ? [] : [{ ...answer, result }])),
  };
};
