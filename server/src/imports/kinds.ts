import type { ImportKind } from '@milepost/contract/import-kinds';
import { IMPORT_KINDS } from '@milepost/contract/import-kinds';
import type { ImportDescriptor } from './import-descriptor.ts';
import { contactImport } from './kinds/contact.ts';
import { deviceImport } from './kinds/device.ts';
import { documentImport } from './kinds/document.ts';
import { driverImport } from './kinds/driver.ts';
import { expenseImport } from './kinds/expense.ts';
import { servicePlanImport } from './kinds/service-plan.ts';
import { taskImport } from './kinds/task.ts';
import { outletImport } from './kinds/outlet.ts';
import { vehicleImport } from './kinds/vehicle.ts';

/** Their fields are those of the contract. */
type FieldsOf<Kind extends ImportKind> = Record<keyof (typeof IMPORT_KINDS)[Kind]['fields'], unknown>;

export const IMPORT_DESCRIPTORS: { [Kind in ImportKind]: ImportDescriptor & { fields: FieldsOf<Kind> } } = {
  vehicle: vehicleImport,
  driver: driverImport,
  device: deviceImport,
  contact: contactImport,
  outlet: outletImport,
  expense: expenseImport,
  document: documentImport,
  'service-plan': servicePlanImport,
  task: taskImport,
};
