import { call } from '../../../../api/call.ts';
import type { Place } from '../../../../ui/map/geodesy.ts';

/** Saves the coordinates of an outlet, or null for unknown; all its other fields stay unchanged. */
export async function setOutletPlace(id: number, place: Place | null) {
  const { outlet } = await call('get-outlet-by-id', { id });
  const { own: _own, territory: _territory, organisationId: _organisation, area, ...fields } = outlet;
  return call('save-outlet', { ...fields, place, area: place && area });
}
