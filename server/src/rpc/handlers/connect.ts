import { awaitedBy } from '../../gateway/contact-filter.ts';
import { adoptDevice } from '../../store/fleet/adoption.ts';
import { getVehicle } from '../../store/fleet/vehicles.ts';
import { fleetChanged, type Handlers } from '../handler.ts';
import { countTaken } from '../taken-identities.ts';
import { refused } from '../input.ts';
import { concealFrames, lookUpContacts } from '../look-up-contacts.ts';

/** Connecting devices: the addresses to set, the device contacts, and adopting one. */
export const connectHandlers = {
  'get-connect-info': async (_input, { services: { gatewayHost, gateways }, caller }) => {
    const [ports, refusals] = await Promise.all([
      gateways.ports(gatewayHost.host),
      caller.scope.root ? gateways.refusals() : [],
    ]);
    return { ...gatewayHost, ports, refusals };
  },

  'get-knock-list': async ({ page, pageSize, known: kind, ...filter }, { services, caller }) => {
    const awaited = awaitedBy(filter);
    if (awaited !== null) services.gateways.await(awaited);
    const found = (await lookUpContacts(services.database, await services.gateways.contacts()))(caller, filter);
    const ofKind = (wanted: boolean) => found.filter((contact) => (contact.deviceId !== null) === wanted);
    const rows = (kind === undefined ? found : ofKind(kind)).slice((page - 1) * pageSize, page * pageSize);
    const inFull = await concealFrames(services.database, caller, await services.gateways.withFrames(rows));
    return { rows: inFull, unknown: ofKind(false).length, known: ofKind(true).length };
  },

  'adopt-device': async ({ protocol, identity, vehicleId, registration, type }, context) => {
    const { services, caller, actor } = context;
    if (vehicleId === undefined && registration === null) throw refused({ registration: 'enter-registration' });
    const into = vehicleId === undefined ? { registration: registration ?? '', type } : { vehicleId };
    const adopted = await countTaken(context, { identity, deviceId: undefined }, () =>
      adoptDevice(services.database, caller.scope, actor, { protocol, identity, into }),
    );
    services.bus.publish('device-awaited', { deviceId: adopted.deviceId, identity });
    fleetChanged(context, adopted.organisationId);
    return { vehicle: await getVehicle(services.database, caller.scope, adopted.vehicleId) };
  },
} satisfies Pick<Handlers, 'get-connect-info' | 'get-knock-list' | 'adopt-device'>;
