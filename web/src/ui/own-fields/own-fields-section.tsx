import type { OwnField } from '@milepost/contract/own-field-operations';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../date-picker/date-field.tsx';
import { NumberField } from '../form/number-field.tsx';
import { Section } from '../section/section.tsx';
import type { OwnDraft } from './own-values.ts';

interface Props {
  fields: readonly OwnField[] | undefined;
  draft: OwnDraft;
  onChange: (draft: OwnDraft) => void;
  /** The errors of the form: those of a custom field are at `own.<id>`. */
  errors: Readonly<Record<string, ReactNode>>;
}

/** The organisation's custom fields of a record; hidden if there are none. */
export function OwnFieldsSection({ fields, draft, onChange, errors }: Props) {
  const { t } = useTranslation();
  if (fields === undefined || fields.length === 0) return null;
  return (
    <Section title={t('own-fields.title')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {fields.map((field) => (
          <OwnInput
            key={field.id}
            field={field}
            value={draft[field.id] ?? null}
            onChange={(value) => onChange({ ...draft, [field.id]: value })}
            error={errors[`own.${field.id}`]}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}

interface InputProps {
  field: OwnField;
  value: OwnDraft[string];
  onChange: (value: OwnDraft[string]) => void;
  error: ReactNode;
}

function OwnInput({
  field: { type, name, unit, choices, required },
  value,
  onChange,
  error,
}: InputProps): ReactElement {
  const { t } = useTranslation();
  const field = { label: name, required, error };
  switch (type) {
    case 'number':
      return (
        <NumberField
          {...field}
          unit={unit ?? ''}
          decimals={3}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      );
    case 'date':
      return <DateField {...field} value={typeof value === 'string' ? value : null} onChange={onChange} clearable />;
    case 'choice':
      return (
        <Select
          {...field}
          clearable
          data={choices}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'yes-no':
      return (
        <Select
          {...field}
          clearable
          data={[
            { value: 'yes', label: t('own-fields.yes') },
            { value: 'no', label: t('own-fields.no') },
          ]}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
          onChange={(chosen) => onChange(chosen === null ? null : chosen === 'yes')}
        />
      );
    case 'text':
      return (
        <TextInput
          {...field}
          maxLength={100}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}
