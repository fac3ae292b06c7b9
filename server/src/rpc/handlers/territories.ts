import { saveTerritory, setTerritoryDeleted } from '../../store/territories/change-territories.ts';
import { getTerritory, listTerritories, readTerritoryChoices } from '../../store/territories/territories.ts';
import type { Handlers } from '../handler.ts';

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
