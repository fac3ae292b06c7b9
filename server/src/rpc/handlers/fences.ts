import { deleteFences, restoreFences, saveFence } from '../../store/geofences/change-fences.ts';
import { readLastSeen, silentSince } from '../../live/last-seen.ts';
import { readVehicleStates } from '../../store/fleet/vehicle-devices.ts';
import { countVisits, readInside, listVehiclesInside } from '../../store/geofences/fence-visits.ts';
import { importFences } from '../../store/geofences/import-fences.ts';
import { getFence, listFences, readFences, readMapFences } from '../../store/geofences/fences.ts';
import { tagFences } from '../../store/geofences/tag-fences.ts';
import type { Handlers } from '../handler.ts';
import { publishTrackingChanges } from './publish-tracking.ts';
import { readFencePasts } from '../../store/geofences/fence-pasts.ts';

export const fenceHandlers = {
  'get-fence-map': (_input, { services, caller }) => readMapFences(services.database, caller.scope),

  'get-fence-list': (input, { services, caller }) => listFences(services.database, caller.scope, input),

  'get-fence-by-id': async ({ id }, { services, caller }) => ({
    fence: await getFence(services.database, caller.scope, id),
  }),

  'get-fence-records': async ({ ids }, { services, caller }) => ({
    rows: await readFences(services.database, caller.scope, ids),
  }),

  'get-fence-counts': async (_input, { services: { database }, caller }) => {
    const inside = await listVehiclesInside(database, caller.scope);
    const states = await readVehicleStates(
      database,
      inside.flatMap(({ vehicleIds }) => vehicleIds),
    );
    const now = Date.now();
    const isSilent = (vehicleId: number) => {
      const state = states.get(vehicleId);
      return !state || silentSince(state, now) !== null;
    };
    const rows = inside.map(({ id, vehicleIds }) => ({
      id,
      inside: vehicleIds.length,
      silent: vehicleIds.filter(isSilent).length,
    }));
    return { rows };
  },

  'get-fence-pasts': (_input, { services: { database }, caller }) => readFencePasts(database, caller.scope),

  'get-fence-now': async ({ id, dayStart }, { services: { database }, caller: { scope } }) => {
    await getFence(database, scope, id);
    const [inside, visits] = await Promise.all([
      readInside(database, scope, id),
      countVisits(database, scope, id, new Date(dayStart)),
    ]);
    const lastSeenOf = await readLastSeen(
      database,
      inside.rows.map(({ vehicleId }) => vehicleId),
      Date.now(),
    );
    const rows = inside.rows.map(({ durationS, ...row }) => ({
      ...row,
      heardAt: lastSeenOf({ vehicleId: row.vehicleId, start: row.since, end: null, durationS }),
    }));
    return { inside: rows, insideTotal: inside.total, visits };
  },

  'save-fence': async (input, context) => {
    const { services, caller, actor } = context;
    const saved = await saveFence(services.database, caller.scope, actor, input);
    publishTrackingChanges(context, [saved]);
    return { fence: await getFence(services.database, caller.scope, saved.id) };
  },

  'delete-fences': async ({ ids }, context) => {
    const { services, caller, actor } = context;
    const { deleted, organisationIds, cleared } = await deleteFences(services.database, caller.scope, actor, ids);
    publishTrackingChanges(context, [{ organisationIds, cleared }]);
    return { deleted };
  },

  'restore-fences': async ({ ids }, context) => {
    const { services, caller, actor } = context;
    const { restored, organisationIds } = await restoreFences(services.database, caller.scope, actor, ids);
    publishTrackingChanges(context, [{ organisationIds, cleared: [] }]);
    return { restored };
  },

  'tag-fences': async (input, { services, caller, actor }) => {
    await tagFences(services.database, caller.scope, actor, input);
    return {};
  },

  'import-fences': async (input, context) => {
    const { services, caller, actor } = context;
    const { ids, organisationId } = await importFences(services.database, caller.scope, actor, input);
    if (!input.more) publishTrackingChanges(context, [{ organisationIds: [organisationId], cleared: [] }]);
    return { ids };
  },
} satisfies Partial<Handlers>;
