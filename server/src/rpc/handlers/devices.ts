import { getDevice, listDevices } from '../../store/devices/devices.ts';
import { newDeviceSecret, secretHash } from '../../gateway/device-secret.ts';
import { changeDeviceSecret, deleteDevice, restoreDevice, saveDevice } from '../../store/devices/change-devices.ts';
import { fleetChanged, type Handlers } from '../handler.ts';
import { countTaken } from '../taken-identities.ts';

export const deviceHandlers = {
  'get-device-list': (input, { services, caller }) => listDevices(services.database, caller.scope, input),

  'get-device-by-id': async ({ id }, { services, caller }) => ({
    device: await getDevice(services.database, caller.scope, id),
  }),

  'save-device': async (input, context) => {
    const { services, caller, actor } = context;
    const saved = await countTaken(context, { identity: input.identity, deviceId: input.id }, () =>
      saveDevice(services.database, caller.scope, actor, input),
    );
    fleetChanged(context, saved.organisationId);
    return { device: await getDevice(services.database, caller.scope, saved.id) };
  },

  'delete-device': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await deleteDevice(services.database, caller.scope, actor, id));
    return {};
  },

  'restore-device': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await restoreDevice(services.database, caller.scope, actor, id));
    return { device: await getDevice(services.database, caller.scope, id) };
  },

  'make-device-secret': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const secret = newDeviceSecret();
    fleetChanged(context, await changeDeviceSecret(services.database, caller.scope, actor, id, secretHash(secret)));
    return { device: await getDevice(services.database, caller.scope, id), secret };
  },

  'drop-device-secret': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await changeDeviceSecret(services.database, caller.scope, actor, id, null));
    return { device: await getDevice(services.database, caller.scope, id) };
  },
} satisfies Pick<
  Handlers,
  | 'get-device-list'
  | 'get-device-by-id'
  | 'save-device'
  | 'delete-device'
  | 'restore-device'
  | 'make-device-secret'
  | 'drop-device-secret'
>;
