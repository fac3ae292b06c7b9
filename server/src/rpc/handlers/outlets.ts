import { findOffshore } from '../../places/sea.ts';
import { saveOutlet, setOutletDeleted } from '../../store/outlets/change-outlets.ts';
import { getOutlet, listOutlets, readMapOutlets } from '../../store/outlets/outlets.ts';
import { saveTerritory, setTerritoryDeleted } from '../../store/territories/change-territories.ts';
import { getTerritory, listTerritories, readTerritoryChoices } from '../../store/territories/territories.ts';
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

export const territoryHandlers = {
  'get-territory-list': (_input, { services, caller }) => listTerritories(services.database, caller.scope),

  'get-territory-by-id': async ({ id }, { services, caller }) => ({
    territory: await getTerritory(services.database, caller.scope, id),
  }),

  'save-territory': async (input, { services, caller, actor }) => {
    const id = await saveTerritory(services.database, caller.scope, actor, input);
    return { territory: await getTerritory(services.database, caller.scope, id) };
  },

  'delete-territory': async ({ id }, { services, caller, actor }) => {
    await setTerritoryDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-territory': async ({ id }, { services, caller, actor }) => {
    await setTerritoryDeleted(services.database, caller.scope, actor, id, false);
    return { territory: await getTerritory(services.database, caller.scope, id) };
  },

  'get-territory-choices': ({ id }, { services, caller }) => readTerritoryChoices(services.database, caller.scope, id),
} satisfies Partial<Handlers>;
