import type { Coordinates } from '@milepost/contract/common';
import type { Territory } from '@milepost/contract/territory-operations';

/** The values of a territory's form. */
export interface TerritoryValues extends Record<string, unknown> {
  name: string;
  colour: string;
  managerId: number | null;
  nextManagerId: number | null;
  nextFrom: string | null;
  validFrom: string | null;
  /** An empty area is still to be drawn. */
  areas: Coordinates[][];
}

export const territoryValues = (territory: Territory | undefined): TerritoryValues => ({
  name: territory?.name ?? '',
  colour: territory?.colour ?? '#2563d9',
  managerId: territory?.manager?.id ?? null,
  nextManagerId: territory?.next?.manager?.id ?? null,
  nextFrom: territory?.next?.from ?? null,
  validFrom: territory?.validFrom ?? null,
  areas: territory?.areas ?? [[]],
});
