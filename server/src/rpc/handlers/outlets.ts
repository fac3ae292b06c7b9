import { findOffshore } from '../../places/sea.ts';
import { saveOutlet, setOutletDeleted } from '../../store/outlets/change-outlets.ts';
import { getOutlet, listOutlets, readMapOutlets } from '../../store/outlets/outlets.ts';
import type { Handlers } from '../handler.ts';

export const outletHandlers = {
  'get-outlet-list': (input, { services, caller }) => listOutlets(services.database, caller.scope, input),

  'get-outlet-map': (input, { services, caller }) => readMapOutlets(services.database, caller.scope, input),

  'get-outlet-by-id': async ({ id }, { services, caller }) => ({
    outlet: await getOutlet(services.database, caller.scope, id),
  }),

  'get-outlet-place-check': async (place, { services }) => ({
    offshore: (await findOffshore(services.places, [place])).size > 0,
  }),

  'save-outlet': async (input, { services, caller, actor }) => {
    const { id } = await saveOutlet(services.database, caller.scope, actor, input);
    return { outlet: await getOutlet(services.database, caller.scope, id) };
  },

  'delete-outlet': async ({ id }, { services, caller, actor }) => {
    await setOutletDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-outlet': async ({ id }, { services, caller, actor }) => {
    await setOutletDeleted(services.database, caller.scope, actor, id, false);
    return { outlet: await getOutlet(services.database, caller.scope, id) };
  },
} satisfies Partial<Handlers>;
