import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { nameAmongOthers } from '../move/moved-text.ts';
import { restOption } from '../rest-option.ts';

interface Props {
  value: number | null;
  onChange: (vehicleId: number | null) => void;
}

const PAUSE_MS = 250;
const SHOWN = 50;

/** Filters a list by one vehicle, which is searched on the server. Hidden for roles that may not see vehicles. */
export function VehicleFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const may = useMay('vehicles', 'view');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const own = useCall('get-vehicle-by-id', { id: value ?? 1 }, { enabled: may && value !== null }).data?.vehicle;
  const name = value === null || !own ? '' : nameAmongOthers(t, own);
  // The field contains the chosen vehicle's name, which is not a search.
  const found = useCall(
    'get-vehicle-list',
    { search: search === name ? '' : search, moved: 'with', pageSize: SHOWN },
    { enabled: may, placeholderData: keepPreviousData },
  ).data;
  if (!may) return null;
  const rows = found?.rows ?? [];
  const chosen = own && !rows.some(({ id }) => id === own.id) ? [own] : [];
  return (
    <Select
      aria-label={t('files.vehicle')}
      placeholder={t('files.all-vehicles')}
      clearable
      searchable
      w={{ base: 150, sm: 180 }}
      data={[
        ...[...chosen, ...rows].map((one) => ({ value: one.id, label: nameAmongOthers(t, one), disabled: false })),
        ...restOption(t, rows.length, found?.total),
      ]}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={onChange}
    />
  );
}
