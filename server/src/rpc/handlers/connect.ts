import { adoptDevice } from '../../store/adoption.ts';
import { findKnownDevices } from '../../store/known-devices.ts';
import { getVehicle } from '../../store/vehicles.ts';
import { fleetChanged, type Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { visibleKnocks } from '../visible-knocks.ts';

/** Connecting devices: where to, who knocks, and taking one in. */
export const connectHandlers = {
  'get-connect-info': async (_input, { services }) => ({
    ...services.gatewayHost,
    ports: services.gatewayPorts(),
  }),

  'get-knock-list': async (input, { services, caller }) => {
    const knocks = services.knocks.list();
    const identities = knocks.flatMap((knock) => knock.identity ?? []);
    const known = await findKnownDevices(services.database, identities);
    return { rows: visibleKnocks(knocks, known, caller.scope, input.identity) };
  },

  'adopt-device': async ({ protocol, identity, vehicleId, registration, type }, context) => {
    const { services, caller, actor } = context;
    if (vehicleId === undefined && registration === null) throw refused({ registration: 'Enter a registration.' });
    const into = vehicleId === undefined ? { registration: registration ?? '', type } : { vehicleId };
    const adopted = await adoptDevice(services.database, caller.scope, actor, { protocol, identity, into });
    services.bus.publish('device-awaited', { deviceId: adopted.deviceId });
    fleetChanged(context, adopted.organisationId);
    return { vehicle: await getVehicle(services.database, caller.scope, adopted.vehicleId) };
  },
} satisfies Pick<Handlers, 'get-connect-info' | 'get-knock-list' | 'adopt-device'>;
