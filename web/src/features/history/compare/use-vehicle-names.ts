import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { callQuery } from '../../../api/use-call.ts';
import { nameAmongOthers } from '../../../ui/move/moved-text.ts';

/** The names of vehicles by id, of those that the person may see. */
export function useVehicleNames(vehicleIds: readonly number[]): ReadonlyMap<number, string> {
  const { t } = useTranslation();
  const answers = useQueries({
    queries: vehicleIds.map((vehicleId) => callQuery('get-history-vehicle-list', { vehicleId })),
    combine: dataOf,
  });
  return useMemo(
    () => new Map(answers.flatMap((data) => data?.rows.map((row) => [row.id, nameAmongOthers(t, row)] as const) ?? [])),
    [answers, t],
  );
}

const dataOf = (results: { data: CallOutput<'get-history-vehicle-list'> | undefined }[]) =>
  results.map(({ data }) => data);
