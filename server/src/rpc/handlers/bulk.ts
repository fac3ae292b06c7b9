import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { listAlarmRules } from '../../store/alarm-rules/list-alarm-rules.ts';
import { deviceBulk } from '../../store/bulk/device-bulk.ts';
import { driverBulk } from '../../store/bulk/driver-bulk.ts';
import { fenceBulk } from '../../store/bulk/fence-bulk.ts';
import { ruleBulk } from '../../store/bulk/rule-bulk.ts';
import { vehicleBulk } from '../../store/bulk/vehicle-bulk.ts';
import { listDeviceIds } from '../../store/devices/devices.ts';
import { listDriverIds } from '../../store/drivers/drivers.ts';
import { listVehicleIds } from '../../store/fleet/vehicles.ts';
import { listFences } from '../../store/geofences/fences.ts';
import { type CallContext, fleetChanged, type Handlers } from '../handler.ts';
import { allOf, bulkHandlersOf, idsIn } from './bulk-handlers.ts';
import { publishTrackingChanges } from './publish-tracking.ts';

type Change = 'change-vehicles' | 'change-drivers' | 'change-devices' | 'change-alarm-rules' | 'change-fences';
type FilterOf<Name extends Change> = NonNullable<ParsedInput<Operations[Name]>['filter']>;

/** Announces each organisation once. */
function publishFleets(context: CallContext, organisationIds: number[]): void {
  for (const id of new Set(organisationIds)) fleetChanged(context, id);
}

const vehicles = bulkHandlersOf(vehicleBulk, {
  idsOf: ({ services, caller }, filter: FilterOf<'change-vehicles'>) =>
    listVehicleIds(services.database, caller.scope, filter),
  publish: publishFleets,
});
const drivers = bulkHandlersOf(driverBulk, {
  idsOf: ({ services, caller }, filter: FilterOf<'change-drivers'>) =>
    listDriverIds(services.database, caller.scope, filter),
  publish: publishFleets,
});
const devices = bulkHandlersOf(deviceBulk, {
  idsOf: ({ services, caller }, filter: FilterOf<'change-devices'>) =>
    listDeviceIds(services.database, caller.scope, filter),
  publish: publishFleets,
});
const rules = bulkHandlersOf(ruleBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-alarm-rules'>) =>
    idsIn(await listAlarmRules(services.database, caller.scope, allOf(filter, 'name'))),
  publish: publishTrackingChanges,
});
const fences = bulkHandlersOf(fenceBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-fences'>) =>
    idsIn(await listFences(services.database, caller.scope, allOf(filter, 'name'))),
  publish: publishTrackingChanges,
});

/** Changes one field of many vehicles, drivers, devices, alarm rules or geofences. */
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
  'preview-alarm-rule-change': rules.preview,
  'change-alarm-rules': rules.change,
  'undo-alarm-rule-change': rules.undo,
  'preview-fence-change': fences.preview,
  'change-fences': fences.change,
  'undo-fence-change': fences.undo,
} satisfies Partial<Handlers>;
