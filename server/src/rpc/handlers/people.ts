import { listDrivers } from '../../store/fleet/drivers.ts';
import { changeDriver } from '../../store/fleet/change-drivers.ts';
import { changeGroup } from '../../store/fleet/change-groups.ts';
import { listGroups } from '../../store/fleet/groups.ts';
import { fleetChanged, type Handlers } from '../handler.ts';

/** Groups and drivers of vehicles. */
export const peopleHandlers = {
  'get-group-list': (_input, { services, caller }) => listGroups(services.database, caller.scope),

  'save-group': async (input, context) => {
    const { organisationId, id, name } = await changeGroup(
      context.services.database,
      context.caller.scope,
      context.actor,
      input,
    );
    fleetChanged(context, organisationId);
    return { group: { id, name } };
  },

  'get-driver-list': (_input, { services, caller }) => listDrivers(services.database, caller.scope),

  'save-driver': async (input, context) => {
    const { organisationId, id, name } = await changeDriver(
      context.services.database,
      context.caller.scope,
      context.actor,
      input,
    );
    fleetChanged(context, organisationId);
    return { driver: { id, name } };
  },
} satisfies Pick<Handlers, 'get-group-list' | 'save-group' | 'get-driver-list' | 'save-driver'>;
