import { AppError } from '../../errors.ts';
import { nameDriver } from '../../store/drivers/change-drivers.ts';
import { listDriverChoices } from '../../store/drivers/drivers.ts';
import { changeGroup } from '../../store/fleet/change-groups.ts';
import { addReading, setReadingDeleted } from '../../store/fleet/change-meters.ts';
import { deleteVehicle, restoreVehicle, saveVehicle } from '../../store/fleet/change-vehicles.ts';
import { listGroups } from '../../store/fleet/groups.ts';
import { readMeters } from '../../store/fleet/meters.ts';
import { readVehicleEngine, saveVehicleEngine } from '../../store/fleet/vehicle-engine.ts';
import { getVehicle, hasMoved, listTags, listVehicles } from '../../store/fleet/vehicles.ts';
import { listPlaceNames } from '../../store/places/places.ts';
import { withVehicle } from '../../store/scope.ts';
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

/** The detection of the engine state of a vehicle. */
export const engineHandlers = {
  'get-vehicle-engine': async ({ vehicleId }, { services, caller }) => {
    await getVehicle(services.database, caller.scope, vehicleId);
    return { engine: await readVehicleEngine(services.database, caller.scope, vehicleId) };
  },

  'save-vehicle-engine': async (input, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await saveVehicleEngine(services.database, caller.scope, actor, input));
    const engine = await readVehicleEngine(services.database, caller.scope, input.vehicleId);
    if (!engine) throw new AppError('conflict', 'no-device-in-vehicle');
    return { engine };
  },
} satisfies Pick<Handlers, 'get-vehicle-engine' | 'save-vehicle-engine'>;

/** Odometer and hour meter of a vehicle. */
export const meterHandlers = {
  'get-vehicle-meters': async ({ vehicleId }, { services, caller }) => {
    await getVehicle(services.database, caller.scope, vehicleId);
    return readMeters(services.database, vehicleId);
  },

  'add-meter-reading': async (input, { services, caller, actor }) =>
    readMeters(services.database, await addReading(services.database, caller.scope, actor, input)),

  'delete-meter-reading': async ({ id }, { services, caller, actor }) =>
    readMeters(services.database, await setReadingDeleted(services.database, caller.scope, actor, id, true)),

  'restore-meter-reading': async ({ id }, { services, caller, actor }) =>
    readMeters(services.database, await setReadingDeleted(services.database, caller.scope, actor, id, false)),
} satisfies Pick<
  Handlers,
  'get-vehicle-meters' | 'add-meter-reading' | 'delete-meter-reading' | 'restore-meter-reading'
>;

/** Groups and drivers of vehicles. */
export const peopleHandlers = {
  'get-group-list': (_input, { services, caller }) => listGroups(services.database, caller.scope),

  'save-group': async (input, context) => {
    const { organisationId, ...group } = await changeGroup(
      context.services.database,
      context.caller.scope,
      context.actor,
      input,
    );
    fleetChanged(context, organisationId);
    return { group };
  },

  'get-driver-choices': (input, { services, caller }) => listDriverChoices(services.database, caller.scope, input),

  'name-driver': async ({ name }, context) => ({
    driver: await nameDriver(context.services.database, context.caller.scope, context.actor, name),
  }),
} satisfies Pick<Handlers, 'get-group-list' | 'save-group' | 'get-driver-choices' | 'name-driver'>;
