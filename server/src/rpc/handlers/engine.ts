import { AppError } from '../../errors.ts';
import { readVehicleEngine, saveVehicleEngine } from '../../store/fleet/vehicle-engine.ts';
import { getVehicle } from '../../store/fleet/vehicles.ts';
import { fleetChanged, type Handlers } from '../handler.ts';

/** How the engine state of a vehicle is detected. */
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
