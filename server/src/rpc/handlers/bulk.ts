import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { changeBulk, previewBulk, undoBulk } from '../../store/bulk/bulk-changes.ts';
import { vehicleBulk } from '../../store/bulk/vehicle-bulk.ts';
import { listVehicleIds } from '../../store/fleet/vehicles.ts';
import { type CallContext, fleetChanged, type Handlers } from '../handler.ts';

async function wanted(input: ParsedInput<RouteTable['change-vehicles']>, { services, caller }: CallContext) {
  const { ids, filter, field, value } = input;
  const chosen = ids ?? (filter ? await listVehicleIds(services.database, caller.scope, filter) : []);
  return { ids: [...new Set(chosen)], field, value };
}

const actorOf = ({ actor, caller }: CallContext) => ({ ...actor, userId: caller.userId });

/** One field in many records at once. */
export const bulkHandlers = {
  'preview-vehicle-change': async (input, context) =>
    previewBulk(
      context.services.database,
      context.caller.scope,
      context.actor,
      vehicleBulk,
      await wanted(input, context),
    ),

  'change-vehicles': async (input, context) => {
    const { services, caller } = context;
    const { organisationIds, ...answer } = await changeBulk(
      services.database,
      caller.scope,
      actorOf(context),
      vehicleBulk,
      await wanted(input, context),
    );
    for (const id of organisationIds) fleetChanged(context, id);
    return answer;
  },

  'undo-vehicle-change': async ({ id }, context) => {
    const { services, caller } = context;
    const { organisationIds, ...answer } = await undoBulk(
      services.database,
      caller.scope,
      actorOf(context),
      vehicleBulk,
      id,
    );
    for (const organisationId of organisationIds) fleetChanged(context, organisationId);
    return answer;
  },
} satisfies Pick<Handlers, 'preview-vehicle-change' | 'change-vehicles' | 'undo-vehicle-change'>;
