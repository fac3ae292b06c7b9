import type { Knock } from '@milepost/contract/device-routes';
import { adoptDevice } from '../../store/adoption.ts';
import { findKnownDevices } from '../../store/known-devices.ts';
import { getVehicle } from '../../store/vehicles.ts';
import { fleetChanged, type Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { visibleKnocks } from '../visible-knocks.ts';

/** Of the others the last frame is told in one line, until they send the next: thousands in full are many megabytes. */
const MAX_IN_FULL = 300;
const inShort = (knock: Knock): Knock => ({ ...knock, decoded: knock.decoded && { ...knock.decoded, messages: [] } });

/** Connecting devices: where to, who knocks, and taking one in. */
export const connectHandlers = {
  'get-connect-info': async (_input, { services, caller }) => ({
    ...services.gatewayHost,
    ports: services.gatewayPorts(),
    refusals: caller.scope.root ? services.gatewayRefusals() : [],
  }),

  'get-knock-list': async (input, { services, caller }) => {
    const knocks = services.knocks.list();
    const identities = knocks.flatMap((knock) => knock.identity ?? []);
    const known = await findKnownDevices(services.database, identities);
    const visible = visibleKnocks(knocks, known, caller.scope, input.identity);
    return { rows: visible.map((knock, index) => (index < MAX_IN_FULL ? knock : inShort(knock))) };
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
