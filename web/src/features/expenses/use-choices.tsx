import type { UseFormReturnType } from '@mantine/form';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { NamedSelect } from '../../ui/form/named-select.tsx';
import { SearchedSelect } from '../../ui/form/searched-select.tsx';
import type { ExpenseValues } from './expense-values.ts';

/** What an expense and one that comes again have in common. */
type Chosen = Pick<ExpenseValues, 'vehicleId' | 'driverId' | 'vendorId'>;

interface Options {
  form: { values: Chosen; getInputProps: UseFormReturnType<Chosen>['getInputProps'] };
  label: (key: string) => string;
  mayEdit: boolean;
}

async function nameVendor(name: string) {
  const { vendor } = await call('name-vendor', { name });
  refresh('get-expense-choices', 'get-contact-list');
  return vendor;
}

/** What an expense names: the fields of vehicle, driver and vendor, searched on the server. */
export function useChoices({ form, label, mayEdit }: Options) {
  const [search, setSearch] = useState({ vehicle: '', driver: '', vendor: '' });
  const mayCreate = useMay('expenses', 'create');
  const { vehicleId, driverId, vendorId } = form.values;
  const { data } = useCall(
    'get-expense-choices',
    {
      ...search,
      ...(vehicleId !== null && { vehicleId }),
      ...(driverId !== null && { driverId }),
      ...(vendorId !== null && { vendorId }),
    },
    { placeholderData: keepPreviousData },
  );
  const asks = (name: keyof typeof search) => (text: string) => setSearch((old) => ({ ...old, [name]: text }));
  const lists: Readonly<Record<string, readonly { id: number; name: string }[]>> = {
    vehicleId: data?.vehicles ?? [],
    driverId: data?.drivers ?? [],
    vendorId: data?.vendors ?? [],
  };
  return {
    currency: data?.currency ?? 'USD',
    wordOf: (name: string, value: unknown) => lists[name]?.find(({ id }) => id === value)?.name,
    vehicle: (
      <SearchedSelect
        {...form.getInputProps('vehicleId')}
        label={label('vehicleId')}
        options={data?.vehicles ?? []}
        total={data?.vehiclesTotal}
        onSearch={asks('vehicle')}
        value={vehicleId}
        clearable
      />
    ),
    driver: (
      <SearchedSelect
        {...form.getInputProps('driverId')}
        label={label('driverId')}
        options={data?.drivers ?? []}
        total={data?.driversTotal}
        onSearch={asks('driver')}
        value={driverId}
        clearable
      />
    ),
    vendor: (
      <NamedSelect
        {...form.getInputProps('vendorId')}
        label={label('vendorId')}
        options={data?.vendors ?? []}
        total={data?.vendorsTotal}
        onSearch={asks('vendor')}
        value={vendorId}
        create={mayEdit && mayCreate ? nameVendor : undefined}
      />
    ),
  };
}
