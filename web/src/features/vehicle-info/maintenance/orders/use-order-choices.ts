import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../../api/use-call.ts';
import type { OrderValues } from './order-values.ts';

/** The references of an order, searched on the server: vehicles, vendors, and the services of the chosen vehicle. */
export function useOrderChoices({ vehicleId, vendorId }: Pick<OrderValues, 'vehicleId' | 'vendorId'>) {
  const [search, setSearch] = useState({ vehicle: '', vendor: '' });
  const { data } = useCall(
    'get-work-order-choices',
    { ...search, ...(vehicleId !== null && { vehicleId }), ...(vendorId !== null && { vendorId }) },
    { placeholderData: keepPreviousData },
  );
  const lists: Readonly<Record<string, readonly { id: number; name: string }[]>> = {
    vehicleId: data?.vehicles ?? [],
    vendorId: data?.vendors ?? [],
  };
  return {
    vehicles: data?.vehicles ?? [],
    vehiclesTotal: data?.vehiclesTotal,
    vendors: data?.vendors ?? [],
    vendorsTotal: data?.vendorsTotal,
    services: data?.services ?? [],
    today: data?.today,
    currency: data?.currency ?? 'USD',
    searchVehicle: (vehicle: string) => setSearch((old) => ({ ...old, vehicle })),
    searchVendor: (vendor: string) => setSearch((old) => ({ ...old, vendor })),
    nameOf: (field: string, value: unknown) => lists[field]?.find(({ id }) => id === value)?.name,
  };
}
