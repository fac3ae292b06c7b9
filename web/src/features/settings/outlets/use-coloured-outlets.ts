import type { MapOutlet } from '@milepost/contract/outlet-operations';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { DrawnOutlet } from './outlet-layer.ts';

/** The colour of outlets in no territory, which is not in the palette. */
export const NOBODYS = '#6b7280';

/** Outlets in the colours of their territories. */
export function useColouredOutlets(outlets: readonly MapOutlet[] | undefined): DrawnOutlet[] {
  const territories = useCall('get-territory-list', {}).data?.rows;
  return useMemo(() => {
    const colours = new Map(territories?.map(({ id, colour }) => [id, colour]));
    return (outlets ?? []).map((outlet) => ({
      ...outlet,
      colour: (outlet.territoryId !== null && colours.get(outlet.territoryId)) || NOBODYS,
    }));
  }, [outlets, territories]);
}
