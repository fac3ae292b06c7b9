import type { DeviceContactFilter } from '@milepost/contract/device-operations';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { subscribeDeviceContacts } from '../../../live/live-client.ts';
import { showArrived } from './show-arrived.ts';

/** Corrects changes that no frame reports, such as a connection that closed while the socket was down. */
const REFETCH_MS = 15_000;

/** The newest contacts at the gateway that match the filter, kept up to date by the live socket. */
export function useDeviceContacts(filter: DeviceContactFilter) {
  const query = useCall('get-knock-list', filter, {
    refetchInterval: REFETCH_MS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { identity, protocol, address, known } = filter;
  useEffect(() => {
    const wanted = { identity, protocol, address, known };
    return showArrived(queryClient, callKey('get-knock-list', wanted), (take) => subscribeDeviceContacts(wanted, take));
  }, [identity, protocol, address, known]);
  return query;
}
