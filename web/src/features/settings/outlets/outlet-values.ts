import type { OutletClass, OutletState } from '@milepost/contract/outlet-kinds';
import { ARRIVAL_M } from '@milepost/contract/outlet-kinds';
import type { Outlet } from '@milepost/contract/outlet-operations';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import type { Coordinates } from '../../../ui/map/geodesy.ts';
import { draftOf, type OwnDraft } from '../../../ui/own-fields/own-values.ts';

/** The values of an outlet's form. */
export interface OutletValues extends Record<string, unknown> {
  code: string;
  name: string;
  address: string;
  place: Coordinates | null;
  radiusM: number | null;
  area: Coordinates[] | null;
  contactName: string;
  phone: string;
  hours: WeeklyHours | null;
  serviceMin: number | null;
  class: OutletClass | null;
  visitsPerWeek: number | null;
  state: OutletState;
  handTerritoryId: number | null;
  note: string;
  own: OwnDraft;
}

export const outletValues = (outlet: Outlet | undefined): OutletValues => ({
  code: outlet?.code ?? '',
  name: outlet?.name ?? '',
  address: outlet?.address ?? '',
  place: outlet?.place ?? null,
  radiusM: outlet?.radiusM ?? ARRIVAL_M.usual,
  area: outlet?.area ?? null,
  contactName: outlet?.contactName ?? '',
  phone: outlet?.phone ?? '',
  hours: outlet?.hours ?? null,
  serviceMin: outlet?.serviceMin ?? null,
  class: outlet?.class ?? null,
  visitsPerWeek: outlet?.visitsPerWeek ?? null,
  state: outlet?.state ?? 'active',
  handTerritoryId: outlet?.handTerritoryId ?? null,
  note: outlet?.note ?? '',
  own: draftOf(outlet?.own),
});

/** The catalogue key for a field of an outlet, by its name in the form or the audit log. */
export function labelKey(field: string): string {
  if (field === 'own') return 'own-fields.title';
  return `outlets.field.${field === 'outletState' ? 'state' : field}`;
}
