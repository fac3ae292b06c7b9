import type { UseFormReturnType } from '@mantine/form';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { CreatableSelect } from '../../ui/form/creatable-select.tsx';
import { SearchedSelect } from '../../ui/form/searched-select.tsx';
import type { ExpenseValues } from './expense-values.ts';

/** The common part of an expense and a recurring one. */
type Chosen = Pick<ExpenseValues, 'vehicleId' | 'driverId' | 'vendorId'>;

interface Options {
  form: { values: Chosen; getInputProps: UseFormReturnType<Chosen>['getInputProps'] };
  label: (key: string) => string;
  mayEdit: boolean;
  /** True if saving requires a vehicle. */
  vehicleRequired?: boolean;
  /** For a new expense: offers the vehicles that were here on this day, and proposes the driver of the chosen one. */
  day?: string | null;
}

async function nameVendor(name: string) {
  const { vendor } = await call('name-vendor', { name });
  refresh('get-expense-choices', 'get-contact-list');
  return vendor;
}

/** The references of an expense: the fields of vehicle, driver and vendor, searched on the server. */
export function useExpenseReferenceFields({ form, label, mayEdit, vehicleRequired = false, day = null }: Options) {
  const { t } = useTranslation();
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
      ...(day !== null && { day }),
    },
    { placeholderData: keepPreviousData },
  );
  const searchFor = (name: keyof typeof search) => (text: string) => setSearch((old) => ({ ...old, [name]: text }));
  // The driver is not a value of the form: it follows vehicle and day until somebody chooses a driver or clears the
  // field.
  const [chosen, setChosen] = useState(driverId !== null);
  const proposed = chosen || data === undefined ? null : data.whoDrove;
  const drivers = data?.drivers ?? [];
  const listed = proposed === null || drivers.some(({ id }) => id === proposed.id) ? drivers : [proposed, ...drivers];
  const driverField = form.getInputProps('driverId');
  const lists: Readonly<Record<string, readonly { id: number; name: string }[]>> = {
    vehicleId: data?.vehicles ?? [],
    driverId: listed,
    vendorId: data?.vendors ?? [],
  };
  return {
    currency: data?.currency ?? 'USD',
    /** The tank size of the chosen vehicle, litres. */
    tankL: data?.tankL ?? null,
    /** The chosen or proposed driver. */
    driverId: driverId ?? proposed?.id ?? null,
    wordOf: (name: string, value: unknown) => lists[name]?.find(({ id }) => id === value)?.name,
    vehicle: (
      <SearchedSelect
        {...form.getInputProps('vehicleId')}
        label={label('vehicleId')}
        withAsterisk={vehicleRequired}
        options={data?.vehicles ?? []}
        total={data?.vehiclesTotal}
        onSearch={searchFor('vehicle')}
        value={vehicleId}
        clearable
      />
    ),
    driver: (
      <SearchedSelect
        {...driverField}
        onChange={(id) => {
          setChosen(true);
          driverField.onChange(id);
        }}
        label={label('driverId')}
        description={proposed && t('expenses.proposed', { source: t(`driver-source.${proposed.source}`) })}
        options={listed}
        total={data && Math.max(data.driversTotal, listed.length)}
        onSearch={searchFor('driver')}
        value={driverId ?? proposed?.id ?? null}
        clearable
      />
    ),
    vendor: (
      <CreatableSelect
        {...form.getInputProps('vendorId')}
        label={label('vendorId')}
        options={data?.vendors ?? []}
        total={data?.vendorsTotal}
        onSearch={searchFor('vendor')}
        value={vendorId}
        create={mayEdit && mayCreate ? nameVendor : undefined}
      />
    ),
  };
}
