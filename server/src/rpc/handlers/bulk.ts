import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { changeBulk, previewBulk, undoBulk, type Wanted } from '../../store/bulk/bulk-changes.ts';
import type { BulkKind } from '../../store/bulk/bulk-kind.ts';
import { vehicleBulk } from '../../store/bulk/vehicle-bulk.ts';
import { listVehicleIds } from '../../store/fleet/vehicles.ts';
import { type CallContext, fleetChanged, type Handlers } from '../handler.ts';

type VehicleInput = ParsedInput<RouteTable['change-vehicles']>;
type Asked<Field extends string, Filter> = Omit<Wanted<Field>, 'ids'> & {
  ids?: number[] | undefined;
  filter?: Filter | undefined;
};

const actorOf = ({ actor, caller }: CallContext) => ({ ...actor, userId: caller.userId });

/** The three calls of a kind of record. @param idsOf the records of a filter */
function handlersOf<Field extends string, Filter>(
  kind: BulkKind<Field>,
  idsOf: (context: CallContext, filter: Filter) => Promise<number[]>,
) {
  async function wanted({ ids, filter, field, value }: Asked<Field, Filter>, context: CallContext) {
    const chosen = ids ?? (filter ? await idsOf(context, filter) : []);
    return { ids: [...new Set(chosen)], field, value };
  }
  return {
    async preview(input: Asked<Field, Filter>, context: CallContext) {
      const { services, caller, actor } = context;
      return previewBulk(services.database, caller.scope, actor, kind, await wanted(input, context));
    },

    async change(input: Asked<Field, Filter>, context: CallContext) {
      const { services, caller } = context;
      const asked = await wanted(input, context);
      const done = await changeBulk(services.database, caller.scope, actorOf(context), kind, asked);
      const { organisationIds, ...answer } = done;
      for (const id of organisationIds) fleetChanged(context, id);
      return answer;
    },

    async undo({ id }: { id: number }, context: CallContext) {
      const { services, caller } = context;
      const { organisationIds, ...answer } = await undoBulk(
        services.database,
        caller.scope,
        actorOf(context),
        kind,
        id,
      );
      for (const organisationId of organisationIds) fleetChanged(context, organisationId);
      return answer;
    },
  };
}

const vehicles = handlersOf(vehicleBulk, ({ services, caller }, filter: NonNullable<VehicleInput['filter']>) =>
  listVehicleIds(services.database, caller.scope, filter),
);

/** One field in many records at once. */
export const bulkHandlers = {
  'preview-vehicle-change': vehicles.preview,
  'change-vehicles': vehicles.change,
  'undo-vehicle-change': vehicles.undo,
} satisfies Pick<Handlers, 'preview-vehicle-change' | 'change-vehicles' | 'undo-vehicle-change'>;
