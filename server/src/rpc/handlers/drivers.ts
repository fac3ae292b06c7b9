import { deleteDriver, restoreDriver, saveDriver } from '../../store/drivers/change-drivers.ts';
import { readDriverFormChoices } from '../../store/drivers/driver-choices.ts';
import { listUnknownTags } from '../../store/drivers/driver-tags.ts';
import { listDriverTrips, readDriverDays } from '../../store/drivers/driver-trips.ts';
import { getDriver, listDrivers } from '../../store/drivers/drivers.ts';
import { availabilityChanged, fleetChanged, type Handlers } from '../handler.ts';
import { readRange } from '../range.ts';

/** Longest range of a driver's trips. */
const MOST_DAYS = 92;

export const driverHandlers = {
  'get-driver-list': (input, { services, caller }) => listDrivers(services.database, caller.scope, input),

  'get-driver-by-id': async ({ id }, { services, caller }) => ({
    driver: await getDriver(services.database, caller.scope, id),
  }),

  'save-driver': async (input, context) => {
    const { services, caller, actor } = context;
    const { id, organisationId } = await saveDriver(services.database, caller.scope, actor, input);
    await availabilityChanged(context, organisationId);
    return { driver: await getDriver(services.database, caller.scope, id) };
  },

  'delete-driver': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await deleteDriver(services.database, caller.scope, actor, id));
    return {};
  },

  'restore-driver': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await restoreDriver(services.database, caller.scope, actor, id));
    return {};
  },

  'get-driver-days': async (input, { services, caller }) => {
    await getDriver(services.database, caller.scope, input.driverId);
    return readDriverDays(services.database, caller.scope, input, new Date());
  },

  'get-driver-trips': async (input, { services, caller }) => {
    const request = { ...input, ...readRange(input, MOST_DAYS) };
    await getDriver(services.database, caller.scope, input.driverId);
    return listDriverTrips(services.database, caller.scope, request, services.places.for(caller));
  },

  'get-unknown-tags': (_input, { services, caller }) => listUnknownTags(services.database, caller.scope),

  'get-driver-form-choices': ({ id }, { services, caller }) =>
    readDriverFormChoices(services.database, caller.scope, id),
} satisfies Partial<Handlers>;
