import { deleteVehicle, restoreVehicle, saveVehicle } from '../../store/fleet/change-vehicles.ts';
import { withVehicle } from '../../store/scope.ts';
import { listPlaceNames } from '../../store/places/places.ts';
import { getVehicle, hasMoved, listTags, listVehicles } from '../../store/fleet/vehicles.ts';
import { availabilityChanged, fleetChanged, type Handlers, trackingChanged } from '../handler.ts';

export const vehicleHandlers = {
  'get-vehicle-list': (input, { services, caller }) => listVehicles(services.database, caller.scope, input),

  'get-vehicle-choices': async (_input, { services, caller }) => {
    const [places, tags, moved] = await Promise.all([
      listPlaceNames(services.database, caller.scope),
      listTags(services.database, caller.scope),
      hasMoved(services.database, caller.scope),
    ]);
    return { places: places.rows, placesTotal: places.total, tags, moved };
  },

  'get-vehicle-by-id': async ({ id }, { services, caller }) => ({
    vehicle: await getVehicle(services.database, caller.scope, id),
  }),

  'save-vehicle': async (input, context) => {
    const { services, caller, actor } = context;
    const { id, organisationId } = await saveVehicle(services.database, caller.scope, actor, input);
    if (input.status === undefined) fleetChanged(context, organisationId);
    else await availabilityChanged(context, organisationId);
    // The capacity of the tank affects its sensors' readings.
    trackingChanged(context, organisationId);
    return { vehicle: await getVehicle(services.database, withVehicle(caller.scope, id), id) };
  },

  'delete-vehicle': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await deleteVehicle(services.database, caller.scope, actor, id));
    return {};
  },

  'restore-vehicle': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await restoreVehicle(services.database, caller.scope, actor, id));
    return { vehicle: await getVehicle(services.database, caller.scope, id) };
  },
} satisfies Pick<
  Handlers,
  | 'get-vehicle-list'
  | 'get-vehicle-choices'
  | 'get-vehicle-by-id'
  | 'save-vehicle'
  | 'delete-vehicle'
  | 'restore-vehicle'
>;
