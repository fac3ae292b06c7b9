import { useDebouncedValue } from '@mantine/hooks';
import type { PastVehicle } from '@milepost/contract/history-operations';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { STEP_MS } from './moment-bar.tsx';

/** Debounces the slider while it is dragged. */
const RESTS_MS = 120;
const FRESH_MS = 5 * 60_000;
const NONE: readonly PastVehicle[] = [];

/** The fleet at a moment; the steps before and after are prefetched, so that stepping does not wait. */
export function useFleetAt(at: number) {
  const client = useQueryClient();
  const [rested] = useDebouncedValue(at, RESTS_MS);
  const input = { at: new Date(rested).toISOString() };
  const query = useCall('get-fleet-at', input, {
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    gcTime: 60_000,
  });
  const shown = query.data !== undefined && !query.isPlaceholderData;
  useEffect(() => {
    if (!shown) return;
    for (const ahead of [rested + STEP_MS, rested - STEP_MS]) {
      if (ahead > Date.now()) continue;
      const next = { at: new Date(ahead).toISOString() };
      void client.prefetchQuery({
        queryKey: callKey('get-fleet-at', next),
        queryFn: ({ signal }) => call('get-fleet-at', next, { signal }),
        staleTime: FRESH_MS,
        gcTime: 60_000,
      });
    }
  }, [client, shown, rested]);
  return {
    vehicles: query.data?.vehicles ?? NONE,
    total: query.data?.vehiclesTotal,
    loading: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
