import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOutput } from '../../../api/call.ts';
import { callQuery } from '../../../api/use-call.ts';

/** Registrations by vehicle, of those that the person may see. */
export function useVehicleNames(vehicleIds: readonly number[]): ReadonlyMap<number, string> {
  const answers = useQueries({
    queries: vehicleIds.map((vehicleId) => callQuery('get-history-vehicle-list', { vehicleId })),
    combine: dataOf,
  });
  return useMemo(
    () => new Map(answers.flatMap((data) => data?.rows.map((row) => [row.id, row.registration] as const) ?? [])),
    [answers],
  );
}

const dataOf = (results: { data: CallOutput<'get-history-vehicle-list'> | undefined }[]) =>
  results.map(({ data }) => data);
