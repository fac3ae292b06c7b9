import { Select, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorField } from '../color-field/color-field.tsx';
import { DateField } from '../date-picker/date-field.tsx';
import { DistanceField } from '../form/distance-field.tsx';
import { NumberField } from '../form/number-field.tsx';
import { SearchedSelect } from '../form/searched-select.tsx';
import type { BulkField, BulkValue, SearchMatches } from './bulk-field.ts';

interface Props {
  field: BulkField;
  value: BulkValue;
  onChange: (value: BulkValue) => void;
}

/** The input for a field's new value. */
export function ValueField({ field: { field, input, optional }, value, onChange }: Props) {
  const { t } = useTranslation();
  const label = t('bulk-edit.value');
  const placeholder = optional ? t('bulk-edit.empty') : '';
  if (input.kind === 'number') {
    const shown = typeof value === 'number' ? value : null;
    const { kind: _kind, ...props } = input;
    return <NumberField label={label} value={shown} onChange={onChange} {...props} />;
  }
  if (input.kind === 'distance') {
    return <DistanceField label={label} value={typeof value === 'number' ? value : null} onChange={onChange} />;
  }
  if (input.kind === 'day') {
    return <DateField label={label} value={value === null ? null : String(value)} onChange={onChange} clearable />;
  }
  if (input.kind === 'colour') return <ColorField label={label} value={String(value ?? '')} onChange={onChange} />;
  if (input.kind === 'found') {
    return (
      <FoundField
        label={label}
        placeholder={optional ? placeholder : t('form.choose')}
        name={field}
        find={input.find}
        clearable={optional}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
      />
    );
  }
  if (input.kind === 'choice') {
    return (
      <Select
        label={label}
        placeholder={optional ? placeholder : t('form.choose')}
        searchable
        clearable={optional}
        data={[...input.options]}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={input.maxLength}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}

interface FoundProps {
  label: string;
  placeholder: string;
  name: string;
  find: (search: string) => Promise<SearchMatches>;
  clearable: boolean;
  value: number | null;
  onChange: (value: number | null) => void;
}

function FoundField({ name, find, value, onChange, ...props }: FoundProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<SearchMatches['rows'][number] | null>(null);
  const { data } = useQuery({
    queryKey: ['bulk-found', name, search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows ?? [];
  const isFound = chosen === null || rows.some(({ id }) => id === chosen.id);
  return (
    <SearchedSelect
      {...props}
      options={isFound ? rows : [chosen, ...rows]}
      total={data?.total}
      onSearch={setSearch}
      value={value}
      onChange={(id) => {
        setChosen(rows.find((row) => row.id === id) ?? null);
        onChange(id);
      }}
    />
  );
}
