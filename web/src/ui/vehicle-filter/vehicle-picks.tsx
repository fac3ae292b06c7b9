import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { restOption } from '../rest-option.ts';

interface Props {
  label: string;
  value: number[];
  onChange: (vehicleIds: number[]) => void;
  error?: ReactNode;
}

const PAUSE_MS = 250;
const SHOWN = 50;

/** Chooses vehicles, searched on the server by part of their name among any number. */
export function VehiclePicks({ label, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  // The chosen vehicles keep their labels while the results of another search are shown.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const found = useCall('get-vehicle-list', { search, pageSize: SHOWN }, { placeholderData: keepPreviousData }).data;
  const rows = (found?.rows ?? []).map(({ id, registration }) => ({ value: id, label: registration, disabled: false }));
  const selected = value.flatMap((id) => {
    const name = names.get(id);
    return name === undefined || rows.some((row) => row.value === id)
      ? []
      : [{ value: id, label: name, disabled: false }];
  });
  return (
    <MultiSelect
      label={label}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('form.nothing-found')}
      data={[...selected, ...rows, ...restOption(t, rows.length, found?.total)]}
      // Shows all options, because the server has searched already.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      error={error}
      onChange={(vehicleIds) => {
        setNames(new Map([...names, ...rows.map((row) => [row.value, row.label] as const)]));
        onChange(vehicleIds);
      }}
    />
  );
}
