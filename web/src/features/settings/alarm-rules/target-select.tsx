import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import type { Ref } from './kinds/condition-kind.ts';
import { restOption } from '../../../ui/rest-option.ts';

interface Props {
  kind: 'vehicle' | 'fence';
  label: string;
  placeholder: string;
  organisationId: number | null;
  value: readonly Ref[];
  onChange: (chosen: Ref[]) => void;
  error?: ReactNode;
}

/** Vehicles or geofences, searched by part of their name among any number. */
export function TargetSelect({ kind, label, placeholder, organisationId, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 200);
  const input = { kind, search: debounced.trim(), ...(organisationId !== null && { organisationId }) };
  const query = useCall('get-alarm-rule-targets', input, { placeholderData: keepPreviousData });
  const known = new Map([...value, ...(query.data?.rows ?? [])].map((one) => [one.id, one]));
  return (
    <MultiSelect
      aria-label={label}
      placeholder={value.length === 0 ? placeholder : ''}
      searchable
      clearable
      hidePickedOptions
      // Shows all options, because the server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...[...known.values()].map(({ id, name }) => ({ value: id, label: name })),
        ...restOption(t, query.data?.rows.length ?? 0, query.data?.total),
      ]}
      value={value.map(({ id }) => id)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      error={error}
      flex={1}
      miw={180}
    />
  );
}
