import { listInstallationLog } from '../../store/fleet/installation-log.ts';
import { exchangeDevices, previewExchange } from '../../store/fleet/exchange-devices.ts';
import { saveInstallation, swapDevice } from '../../store/fleet/swap-device.ts';
import { fleetChanged, type Handlers } from '../handler.ts';

export const installationHandlers = {
  'get-installation-list': (input, { services, caller }) => listInstallationLog(services.database, caller.scope, input),

  'swap-device': async (input, context) => {
    const { services, caller, actor } = context;
    const { installation, organisationId } = await swapDevice(services.database, caller.scope, actor, input);
    fleetChanged(context, organisationId);
    return { installation };
  },

  'preview-device-exchange': (input, { services, caller }) => previewExchange(services.database, caller.scope, input),

  'exchange-devices': async (input, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await exchangeDevices(services.database, caller.scope, actor, input));
    return {};
  },

  'save-installation': async (input, context) => {
    const { services, caller, actor } = context;
    const { installation, organisationId } = await saveInstallation(services.database, caller.scope, actor, input);
    fleetChanged(context, organisationId);
    return { installation };
  },
} satisfies Pick<
  Handlers,
  'get-installation-list' | 'swap-device' | 'preview-device-exchange' | 'exchange-devices' | 'save-installation'
>;
