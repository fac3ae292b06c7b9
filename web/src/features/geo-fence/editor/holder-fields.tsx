import type { Fence } from '@milepost/contract/fence-operations';
import { MultiSelect, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import type { FenceValues } from './fence-values.ts';
import { labelledOptions, restOption } from '../../../ui/rest-option.ts';

interface Props {
  form: UseFormReturnType<FenceValues>;
  fence: Fence | null;
}

interface Option {
  id: number;
  name: string;
}

const options = (rows: readonly Option[]) => rows.map(({ id, name }) => ({ value: id, label: name }));

/** The vehicles that the geofence applies to: all of its organisation, or some, and those of some groups. */
export function HolderFields({ form, fence }: Props) {
  const { t } = useTranslation();
  const mayView = useMay('vehicles', 'view');
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 250);
  const groups = useCall('get-group-list', {}, { enabled: mayView });
  const found = useCall(
    'get-vehicle-list',
    { search: debounced, pageSize: 50 },
    { enabled: mayView, placeholderData: keepPreviousData },
  );
  // Labels are retained while the results of another search are shown.
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(
    () => new Map(fence?.vehicles.map(({ id, name }) => [id, name])),
  );
  const { vehicleIds, groupIds } = form.values;
  const rows = found.data?.rows ?? [];
  const chosen = vehicleIds.map((id) => ({
    id,
    name: known.get(id) ?? rows.find((row) => row.id === id)?.registration ?? `#${id}`,
  }));
  const others = rows
    .filter(({ id }) => !vehicleIds.includes(id))
    .map(({ id, registration }) => ({ id, name: registration }));

  return (
    <Stack gap="sm">
      {vehicleIds.length + groupIds.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('geo-fence.all-vehicles-text')}
        </Text>
      )}
      <MultiSelect
        label={t('geo-fence.groups')}
        disabled={!mayView}
        searchable
        clearable
        data={labelledOptions(t, groups.data?.rows ?? fence?.groups, groups.data?.total)}
        value={groupIds}
        onChange={(ids) => form.setFieldValue('groupIds', ids)}
        error={form.errors['groupIds']}
        nothingFoundMessage={t('form.nothing-found')}
      />
      <MultiSelect
        label={t('geo-fence.vehicles')}
        disabled={!mayView}
        searchable
        clearable
        data={[...options([...chosen, ...others]), ...restOption(t, rows.length, found.data?.total)]}
        // Shows all options, because the server has searched already, and not only in registrations.
        filter={({ options: all }) => all}
        searchValue={search}
        onSearchChange={setSearch}
        value={vehicleIds}
        onChange={(ids) => {
          setKnown((names) => new Map([...names, ...rows.map((row) => [row.id, row.registration] as const)]));
          form.setFieldValue('vehicleIds', ids);
        }}
        error={form.errors['vehicleIds']}
        nothingFoundMessage={t('form.nothing-found')}
      />
    </Stack>
  );
}
