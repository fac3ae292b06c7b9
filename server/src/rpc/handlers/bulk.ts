import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { deviceBulk } from '../../store/bulk/device-bulk.ts';
import { documentBulk } from '../../store/bulk/document-bulk.ts';
import { driverBulk } from '../../store/bulk/driver-bulk.ts';
import { expenseBulk } from '../../store/bulk/expense-bulk.ts';
import { vehicleBulk } from '../../store/bulk/vehicle-bulk.ts';
import { listDeviceIds } from '../../store/devices/devices.ts';
import { listDocuments } from '../../store/documents/documents.ts';
import { listDriverIds } from '../../store/drivers/drivers.ts';
import { listExpenses } from '../../store/expenses/expenses.ts';
import { listVehicleIds } from '../../store/fleet/vehicles.ts';
import { type CallContext, fleetChanged, type Handlers } from '../handler.ts';
import { allOf, bulkHandlersOf, idsIn } from './bulk-handlers.ts';

type Change = 'change-vehicles' | 'change-drivers' | 'change-devices' | 'change-expenses' | 'change-documents';
type FilterOf<Name extends Change> = NonNullable<ParsedInput<RouteTable[Name]>['filter']>;

/** Announces each organisation once. */
function tellFleets(context: CallContext, organisationIds: number[]): void {
  for (const id of new Set(organisationIds)) fleetChanged(context, id);
}

const vehicles = bulkHandlersOf(vehicleBulk, {
  idsOf: ({ services, caller }, filter: FilterOf<'change-vehicles'>) =>
    listVehicleIds(services.database, caller.scope, filter),
  tell: tellFleets,
});
const drivers = bulkHandlersOf(driverBulk, {
  idsOf: ({ services, caller }, filter: FilterOf<'change-drivers'>) =>
    listDriverIds(services.database, caller.scope, filter),
  tell: tellFleets,
});
const devices = bulkHandlersOf(deviceBulk, {
  idsOf: ({ services, caller }, filter: FilterOf<'change-devices'>) =>
    listDeviceIds(services.database, caller.scope, filter),
  tell: tellFleets,
});
const expenses = bulkHandlersOf(expenseBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-expenses'>) =>
    idsIn(await listExpenses(services.database, caller.scope, caller.userId, allOf(filter, 'day'))),
});
const documents = bulkHandlersOf(documentBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-documents'>) =>
    idsIn(await listDocuments(services.database, caller.scope, allOf(filter, 'kind'))),
});

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
  'preview-expense-change': expenses.preview,
  'change-expenses': expenses.change,
  'undo-expense-change': expenses.undo,
  'preview-document-change': documents.preview,
  'change-documents': documents.change,
  'undo-document-change': documents.undo,
} satisfies Partial<Handlers>;
