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
import { headingsOf } from './words-in-files.ts';

/** Their fields are those of the contract. */
type FieldsOf<Kind extends ImportKind> = Record<keyof (typeof IMPORT_KINDS)[Kind]['fields'], unknown>;

/** Adds the headings in the languages of the interface to a kind of import. */
function withHeadings<Each extends ImportDescriptor>(kind: ImportKind, descriptor: Each): Each {
  const fields = { ...descriptor.fields };
  for (const [field, one] of Object.entries(descriptor.fields))
    Object.assign(fields, { [field]: { ...one, words: [...one.words, ...headingsOf(kind, field)] } });
  return { ...descriptor, fields };
}

export const IMPORT_DESCRIPTORS: { [Kind in ImportKind]: ImportDescriptor & { fields: FieldsOf<Kind> } } = {
  vehicle: withHeadings('vehicle', vehicleImport),
  driver: withHeadings('driver', driverImport),
  device: withHeadings('device', deviceImport),
  contact: withHeadings('contact', contactImport),
  outlet: withHeadings('outlet', outletImport),
  expense: withHeadings('expense', expenseImport),
  document: withHeadings('document', documentImport),
  'service-plan': withHeadings('service-plan', servicePlanImport),
  task: withHeadings('task', taskImport),
};
