import { deleteDriver, restoreDriver, saveDriver } from '../../store/drivers/change-drivers.ts';
import { readDriverFormChoices } from '../../store/drivers/driver-choices.ts';
import { listUnknownTags } from '../../store/drivers/driver-tags.ts';
import { listDriverTrips, readDriverDays } from '../../store/drivers/driver-trips.ts';
import { eraseDriver, readErasure } from '../../store/drivers/erase-driver.ts';
import { getDriver, listDrivers } from '../../store/drivers/drivers.ts';
import { may } from '../../auth/caller.ts';
import { dismissDriver, type HandOver, readDuties } from '../../store/drivers/dismiss-driver.ts';
import type { Caller } from '../../store/people/callers.ts';
import { setUserDisabledIn } from '../../store/people/change-users.ts';
import { managerOf } from '../../store/roles/manager.ts';
import { publishEnded } from '../account-news.ts';
import { availabilityChanged, fleetChanged, type Handlers } from '../handler.ts';
import { exportPerson } from '../export-person.ts';
import { readRange } from '../range.ts';

/** Each part of a dismissal needs the same permission as on its own. */
const handOverOf = (caller: Caller): HandOver => ({
  vehicles: may(caller, 'vehicles', 'edit'),
  routes: may(caller, 'routes', 'edit'),
  tasks: may(caller, 'tasks', 'edit'),
  schedules: may(caller, 'users', 'edit') && may(caller, 'reports', 'view'),
});

/** Connecting an account with a driver requires managing users. */
const linkerOf = (caller: Caller) => (may(caller, 'users', 'edit') ? managerOf(caller) : null);

/** The longest range of a driver's trips. */
const MAX_DAYS = 92;

export const driverHandlers = {
  'get-driver-list': (input, { services, caller }) => listDrivers(services.database, caller.scope, input),

  'get-driver-by-id': async ({ id }, { services, caller }) => ({
    driver: await getDriver(services.database, caller.scope, id),
  }),

  'save-driver': async (input, context) => {
    const { services, caller, actor } = context;
    const { id, organisationId } = await saveDriver(services.database, caller.scope, actor, input, linkerOf(caller));
    await availabilityChanged(context, organisationId);
    return { driver: await getDriver(services.database, caller.scope, id) };
  },

  'get-driver-duties': async ({ id }, { services, caller }) => ({
    duties: await readDuties(services.database, managerOf(caller), id),
    may: { ...handOverOf(caller), account: may(caller, 'users', 'edit') },
  }),

  'dismiss-driver': async ({ disableAccount, ...dismissal }, context) => {
    const { services, caller, actor } = context;
    const { database } = services;
    const wanted = { ...dismissal, by: managerOf(caller), may: handOverOf(caller) };
    const disables = disableAccount && may(caller, 'users', 'edit');
    const { organisationId, also: ended } = await dismissDriver(database, caller.scope, actor, wanted, (db, userId) =>
      disables && userId !== null
        ? setUserDisabledIn(db, managerOf(caller), actor, { id: userId, disabled: true })
        : Promise.resolve([]),
    );
    publishEnded(context, ended);
    await availabilityChanged(context, organisationId);
    return { driver: await getDriver(database, caller.scope, dismissal.id) };
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

  'get-driver-erasure': ({ id }, { services, caller }) => readErasure(services.database, caller.scope, id),

  'export-driver-data': ({ id }, context) => exportPerson(context, 'driver-data', id),

  'erase-driver': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await eraseDriver(services.database, caller.scope, actor, id));
    return {};
  },

  'get-driver-days': async (input, { services, caller }) => {
    await getDriver(services.database, caller.scope, input.driverId);
    return readDriverDays(services.database, caller.scope, input, new Date());
  },

  'get-driver-trips': async (input, { services, caller }) => {
    const request = { ...input, ...readRange(input, MAX_DAYS) };
    await getDriver(services.database, caller.scope, input.driverId);
    return listDriverTrips(services.database, caller.scope, request, services.places.for(caller));
  },

  'get-unknown-tags': (_input, { services, caller }) => listUnknownTags(services.database, caller.scope),

  'get-driver-form-choices': ({ id }, { services, caller }) =>
    readDriverFormChoices(services.database, caller.scope, linkerOf(caller), id),
} satisfies Partial<Handlers>;
