import type { Vehicle } from '@milepost/contract/vehicle-operations';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { restOption } from '../../ui/rest-option.ts';

interface Props {
  vehicle: Vehicle | undefined;
  value?: number | null;
  onChange: (id: number | null) => void;
  error?: ReactNode;
}

const SHOWN = 50;

/** The device of a vehicle: the present one, or a free one. */
export function DeviceSelect({ vehicle, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const mayView = useMay('devices', 'view');
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 250);
  const present =
    vehicle?.deviceId != null
      ? [{ value: vehicle.deviceId, label: option(vehicle.deviceIdentity ?? '', vehicle.deviceProtocol) }]
      : [];
  // The displayed text of the choice is not a search.
  const wanted = present.some(({ label }) => label === debounced) || debounced.includes(' · ') ? '' : debounced.trim();
  const free = useCall(
    'get-device-list',
    { free: true, search: wanted, sort: 'identity', pageSize: SHOWN },
    { enabled: mayView, placeholderData: keepPreviousData },
  );
  const others = free.data?.rows.filter(({ id }) => id !== vehicle?.deviceId) ?? [];
  return (
    <Select
      label={t('vehicle-info.device')}
      description={mayView ? t('vehicle-info.device-hint') : undefined}
      placeholder={t('vehicle-info.device-search')}
      nothingFoundMessage={t('form.nothing-found')}
      searchable
      clearable
      disabled={!mayView}
      data={[
        ...present,
        ...others.map(({ id, identity, protocol }) => ({ value: id, label: option(identity, protocol) })),
        ...restOption(t, free.data?.rows.length ?? 0, free.data?.total),
      ]}
      // Shows all options, because the server has searched already.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value ?? null}
      onChange={onChange}
      error={error}
    />
  );
}

const option = (identity: string, protocol: string | null) => [identity, protocol].filter(Boolean).join(' · ');
