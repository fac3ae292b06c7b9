import type { Vehicle } from '@milepost/contract/vehicle-operations';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { restOption } from '../../../ui/rest-option.ts';

interface Props {
  label: string;
  placeholder: string;
  description?: string | undefined;
  error?: ReactNode;
  value: number | null;
  onChange: (vehicle: Vehicle | null) => void;
}

const SHOWN = 50;

/** A select for a vehicle, searched on the server. */
export function VehicleSelect({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 250);
  const query = useCall(
    'get-vehicle-list',
    { search: debounced.trim(), pageSize: SHOWN },
    { placeholderData: keepPreviousData },
  );
  const rows = query.data?.rows ?? [];
  return (
    <Select
      {...rest}
      searchable
      withAsterisk
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...rows.map(({ id, registration }) => ({ value: id, label: registration })),
        ...restOption(t, rows.length, query.data?.total),
      ]}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={(id) => onChange(rows.find((row) => row.id === id) ?? null)}
    />
  );
}
