import { nameDriver } from '../../store/drivers/change-drivers.ts';
import { listDriverChoices } from '../../store/drivers/drivers.ts';
import { changeGroup } from '../../store/fleet/change-groups.ts';
import { listGroups } from '../../store/fleet/groups.ts';
import { fleetChanged, type Handlers } from '../handler.ts';

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
