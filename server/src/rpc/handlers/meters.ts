import { addReading, setReadingDeleted } from '../../store/fleet/change-meters.ts';
import { readMeters } from '../../store/fleet/meters.ts';
import { getVehicle } from '../../store/fleet/vehicles.ts';
import type { Handlers } from '../handler.ts';

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
