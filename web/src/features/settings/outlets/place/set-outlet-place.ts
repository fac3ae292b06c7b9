import { call } from '../../../../api/call.ts';
import type { Place } from '../../../../ui/map/geodesy.ts';

/** Says where an outlet is, or with null that nobody knows; all else of it stays. */
export async function setOutletPlace(id: number, place: Place | null) {
  const { outlet } = await call('get-outlet-by-id', { id });
  const { own: _own, territory: _territory, organisationId: _organisation, area, ...fields } = outlet;
  return call('save-outlet', { ...fields, place, area: place && area });
}
