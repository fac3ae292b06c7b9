import { organisationOperations, type Organisation } from '@milepost/contract/organisation-operations';
import { Select, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { rowWith } from '../../../ui/form/row-with.ts';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { branchOf, indentedOptions } from './organisation-tree.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';

const LogoField = lazyPart(() => import('./logo-field.tsx'));

interface Props {
  /** Undefined for a new organisation. */
  organisation: Organisation | undefined;
  /** The parent of a new organisation. */
  below: number | null;
  rows: readonly Organisation[];
  onClose: () => void;
}

const validate = validateBy(organisationOperations['save-organisation'].input);

const valuesOf = ({ name, parentId }: Organisation) => ({ name, parentId });

export function OrganisationForm({ organisation, below, rows, onClose }: Props) {
  const { t } = useTranslation();
  const version = useVersion(
    organisation,
    async (id) => rowWith((await call('get-organisation-list', {})).rows, id),
    valuesOf,
  );
  const record = useClosingForm<{ name: string; parentId: number | null }, { organisation: Organisation }>({
    initialValues: organisation ? valuesOf(organisation) : { name: '', parentId: below },
    validate,
    save: (values) => call('save-organisation', { ...values, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ organisation: saved }) => t('form.saved', { name: saved.name }),
    // Vehicles can be moved only if more than one organisation exists.
    onChanged: () => refresh('get-organisation-list', 'get-setup'),
    onClose,
  });
  const { form } = record;
  const forbidden = organisation ? branchOf(rows, organisation.id) : new Set<number>();
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label: (field) => t(`admin.organisations.${field === 'parentId' ? 'parent' : field}`),
        value: (field, value) =>
          field === 'parentId' ? (rows.find(({ id }) => id === value)?.name ?? null) : undefined,
      }}
      readOnly={false}
      onCancel={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t('admin.organisations.name')}
        withAsterisk
        maxLength={100}
        data-autofocus
      />
      {!organisation?.own && (
        <Select
          label={t('admin.organisations.parent')}
          allowDeselect={false}
          searchable
          data={indentedOptions(rows).filter(({ value }) => !forbidden.has(value))}
          value={form.values.parentId}
          error={form.errors['parentId']}
          onChange={(id) => form.setFieldValue('parentId', id)}
        />
      )}
      {organisation && (
        <Suspense>
          <LogoField organisationId={organisation.id} readOnly={false} />
        </Suspense>
      )}
    </RecordForm>
  );
}
