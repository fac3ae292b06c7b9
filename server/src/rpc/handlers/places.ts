import { readFleetView } from '../../store/fleet/fleet-view.ts';
import { nearestVehicles } from '../../store/fleet/nearest-vehicles.ts';
import { importPlaces, listPlaces, savePlace, setPlacesDeleted } from '../../store/places/places.ts';
import type { Handlers } from '../handler.ts';
import { withStatus } from './alarms.ts';

/** The maximum of results of a search for addresses. */
const MAX_PLACES = 8;

/** Places of interest, the search for addresses, and the vehicles near a point on the map. */
export const placeHandlers = {
  'get-place-list': (_input, { services, caller }) => listPlaces(services.database, caller.scope),

  'save-place': async (input, { services, caller, actor }) => {
    return { place: await savePlace(services.database, caller.scope, actor, input) };
  },

  'delete-places': async ({ ids }, { services, caller, actor }) => {
    await setPlacesDeleted(services.database, caller.scope, actor, ids, true);
    return {};
  },

  'restore-places': async ({ ids }, { services, caller, actor }) => {
    await setPlacesDeleted(services.database, caller.scope, actor, ids, false);
    return {};
  },

  'import-places': async ({ organisationId, rows }, { services, caller, actor }) => ({
    added: await importPlaces(services.database, caller.scope, actor, organisationId, rows),
  }),

  'get-named-places': async ({ text, own }, { services, caller }) => ({
    rows: await services.places.find(text, MAX_PLACES, caller, {
      own,
      near: async () => {
        const view = await readFleetView(services.database, caller.scope);
        return view && { lon: view[0], lat: view[1] };
      },
    }),
  }),

  'get-vehicles-near': async ({ lat, lon, most }, context) => ({
    rows: await withStatus(
      context,
      await nearestVehicles(context.services.database, context.caller.scope, { lat, lon }, most),
    ),
  }),
} satisfies Pick<
  Handlers,
  | 'get-place-list'
  | 'save-place'
  | 'delete-places'
  | 'restore-places'
  | 'import-places'
  | 'get-named-places'
  | 'get-vehicles-near'
>;
