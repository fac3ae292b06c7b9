import { OWN_FIELD_TYPES, type OwnFieldRecord, type OwnFieldType } from '@milepost/contract/own-field-kinds';
import { ownFieldOperations, type OwnField } from '@milepost/contract/own-field-operations';
import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { errorOf } from '../../../ui/form/error-of.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { rowWith } from '../../../ui/form/row-with.ts';
import { useRecordForm } from '../../../ui/form/use-record-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { notify } from '../../../ui/toast/notify.ts';

interface Props {
  kind: OwnFieldRecord;
  /** Undefined for a new field. */
  field: OwnField | undefined;
  organisationId: number;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  name: string;
  type: OwnFieldType;
  unit: string;
  choices: string[];
  required: boolean;
}

const check = validateBy(ownFieldOperations['save-own-field'].input);

const valuesOf = (field: OwnField | undefined): Values => ({
  name: field?.name ?? '',
  type: field?.type ?? 'text',
  unit: field?.unit ?? '',
  choices: field?.choices ?? [],
  required: field?.required ?? false,
});

/** A custom field of the organisation. */
export function OwnFieldDialog({ kind, field, organisationId, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`own-fields.${key}`);
  const version = useVersion(
    field,
    async (id) => rowWith((await call('get-own-fields', { kind, organisationId })).rows, id),
    valuesOf,
  );
  const record = useRecordForm<Values, { field: OwnField }>({
    initialValues: valuesOf(field),
    validate: (values) => check({ kind, ...values }),
    save: (values) => call('save-own-field', { ...values, kind, ...(version.sent() ?? { organisationId }) }),
    readAgain: version.readAgain,
    onSaved({ field: saved }) {
      refresh('get-own-fields', 'get-audit-list');
      notify(t('form.saved', { name: saved.name }));
      onClose();
    },
  });
  const { form } = record;
  const { type } = form.values;
  return (
    <Modal
      opened
      onClose={onClose}
      title={field?.name ?? t(`own-fields.add.${kind}`)}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <RecordForm
        record={record}
        fieldWords={{ label: (name) => label(name === 'required' ? 'required-label' : name) }}
        readOnly={false}
        onCancel={onClose}
      >
        <TextInput {...form.getInputProps('name')} label={label('name')} maxLength={40} required data-autofocus />
        <Select
          {...form.getInputProps('type')}
          label={label('type-label')}
          description={field && label('type-stays')}
          disabled={field !== undefined}
          allowDeselect={false}
          data={OWN_FIELD_TYPES.map((one) => ({ value: one, label: t(`own-fields.type.${one}`) }))}
        />
        {type === 'number' && <TextInput {...form.getInputProps('unit')} label={label('unit')} maxLength={15} />}
        {type === 'choice' && (
          <TagsInput
            {...form.getInputProps('choices')}
            label={label('choices')}
            placeholder={form.values.choices.length === 0 ? label('choices-hint') : ''}
            maxTags={50}
            error={errorOf(form.errors, 'choices')}
          />
        )}
        <Checkbox
          {...form.getInputProps('required', { type: 'checkbox' })}
          label={label('required-label')}
          description={label('required-hint')}
        />
      </RecordForm>
    </Modal>
  );
}
