import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { changeBulk, previewBulk, undoBulk, type Wanted } from '../../store/bulk/bulk-changes.ts';
import type { BulkKind } from '../../store/bulk/bulk-kind.ts';
import { deviceBulk } from '../../store/bulk/device-bulk.ts';
import { driverBulk } from '../../store/bulk/driver-bulk.ts';
import { vehicleBulk } from '../../store/bulk/vehicle-bulk.ts';
import { listDeviceIds } from '../../store/devices/devices.ts';
import { listDriverIds } from '../../store/drivers/drivers.ts';
import { listVehicleIds } from '../../store/fleet/vehicles.ts';
import { type CallContext, fleetChanged, type Handlers } from '../handler.ts';

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

type FilterOf<Name extends 'change-vehicles' | 'change-drivers' | 'change-devices'> = NonNullable<
  ParsedInput<RouteTable[Name]>['filter']
>;

const vehicles = handlersOf(vehicleBulk, ({ services, caller }, filter: FilterOf<'change-vehicles'>) =>
  listVehicleIds(services.database, caller.scope, filter),
);
const drivers = handlersOf(driverBulk, ({ services, caller }, filter: FilterOf<'change-drivers'>) =>
  listDriverIds(services.database, caller.scope, filter),
);
const devices = handlersOf(deviceBulk, ({ services, caller }, filter: FilterOf<'change-devices'>) =>
  listDeviceIds(services.database, caller.scope, filter),
);

/** One field in many records at once. */
export const bulkHandlers = {
  'preview-vehicle-change': vehicles.preview,
  'change-vehicles': vehicles.change,
  'undo-vehicle-change': vehicles.undo,
  'preview-driver-change': drivers.preview,
  'change-drivers': drivers.change,
  'undo-driver-change': drivers.undo,
  'preview-device-change': devices.preview,
  'change-devices': devices.change,
  'undo-device-change': devices.undo,
} satisfies Partial<Handlers>;
