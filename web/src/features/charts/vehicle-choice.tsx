import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_TELEMETRY_VEHICLES } from '@milepost/contract/telemetry-operations';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { nameAmongOthers } from '../../ui/move/moved-text.ts';
import { restOption } from '../../ui/rest-option.ts';

interface Props {
  /** The chosen vehicles with their names. */
  chosen: CallOutput<'get-telemetry-vehicles'>['rows'];
  onChange: (ids: number[]) => void;
}

const PAUSE_MS = 250;
const SHOWN = 50;

/** The choice of vehicles, searched on the server. */
export function VehicleChoice({ chosen, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const found = useCall(
    'get-telemetry-vehicles',
    { search: search.trim(), pageSize: SHOWN },
    { placeholderData: keepPreviousData },
  ).data;
  const rows = found?.rows ?? [];
  const names = new Map([...chosen, ...rows].map((each) => [each.id, nameAmongOthers(t, each)]));
  return (
    <MultiSelect
      label={t('telemetry-page.vehicles')}
      searchable
      clearable
      // Otherwise the chosen options would be above the matches, and Enter would remove them.
      hidePickedOptions
      maxValues={MAX_TELEMETRY_VEHICLES}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...[...names].map(([value, label]) => ({ value, label, disabled: false })),
        ...restOption(t, rows.length, found?.total),
      ]}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen.map(({ id }) => id)}
      onChange={onChange}
    />
  );
}
