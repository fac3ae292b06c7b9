import { z } from 'zod';
import {
  DEVICE_BULK_FIELDS,
  DRIVER_BULK_FIELDS,
  MOST_BULK,
  type OwnBulkField,
  ownBulkField,
  VEHICLE_BULK_FIELDS,
} from './bulk-kinds.ts';
import { Id, optionalText, searchText, Version } from './common.ts';
import { DeviceFaultKind } from './device-fault.ts';
import { DRIVER_STATES, LICENCE_STATES } from './driver-routes.ts';
import { Fault, say } from './fault.ts';
import { OwnFilter } from './own-field-routes.ts';
import { grant, route } from './route.ts';
import { VehicleStatus } from './vehicle-fields.ts';

/** A value as it is stored; of what has a name, the name. */
const Value = z.union([z.string().max(500), z.number(), z.boolean()]).nullable();

const ChangedRow = z.object({ id: Id, name: z.string(), before: Value, after: Value, fault: Fault.nullable() });
export type ChangedRow = z.infer<typeof ChangedRow>;

/** A value as it is typed or chosen: one line, and empty for none. */
const WantedValue = z.union([optionalText(500), z.number().min(-1e12).max(1e12), z.boolean()]);

const OwnField = z
  .string()
  .max(14)
  .regex(/^own:[1-9]\d{0,8}$/)
  .transform((field): OwnBulkField => ownBulkField(Number(field.slice('own:'.length))));

/** What `change-…` would do, tried with the first of them; nothing is changed. */
const Preview = z.object({
  /** Those that were tried. */
  rows: z.array(ChangedRow),
  total: z.number().int(),
});

const Changed = z.object({
  /** For `undo-…-change`; null where nothing changed. */
  id: Id.nullable(),
  changed: z.number().int(),
  same: z.number().int(),
  /** Those that were refused, the first hundred. */
  refused: z.array(z.object({ id: Id, name: z.string(), fault: Fault })),
  refusedTotal: z.number().int(),
});

const Undone = z.object({
  restored: z.number().int(),
  kept: z.array(z.object({ id: Id, name: z.string(), version: Version })),
  keptTotal: z.number().int(),
});

/** What chooses a field and a value for records: those that are named, or all of a filter. */
const wantedOf = <Field extends z.ZodType<string, string>, Filter extends z.ZodType>(field: Field, filter: Filter) =>
  z.object({
    ids: z.array(Id).min(1).max(MOST_BULK, say('choose-at-most')).optional(),
    filter: filter.optional(),
    field,
    value: WantedValue,
  });

const Vehicles = wantedOf(
  z.union([z.enum(VEHICLE_BULK_FIELDS), OwnField], say('choose-offered')),
  z.strictObject({
    search: searchText(100),
    groupId: Id.optional(),
    status: VehicleStatus.optional(),
    tag: optionalText(30),
    own: OwnFilter,
  }),
);

const Drivers = wantedOf(
  z.union([z.enum(DRIVER_BULK_FIELDS), OwnField], say('choose-offered')),
  z.strictObject({
    search: searchText(100),
    groupId: Id.optional(),
    state: z.enum(DRIVER_STATES).default('present'),
    licence: z.enum(LICENCE_STATES).optional(),
    own: OwnFilter,
  }),
);

const Devices = wantedOf(
  z.enum(DEVICE_BULK_FIELDS),
  z.strictObject({
    search: searchText(100),
    free: z.boolean().optional(),
    fault: z.union([DeviceFaultKind, z.literal('any')]).optional(),
  }),
);

const Change = z.object({ id: Id });
const vehicles = { access: grant('vehicles')('edit'), csrf: 'session' } as const;
const drivers = { access: grant('drivers')('edit'), csrf: 'session' } as const;
const devices = { access: grant('devices')('edit'), csrf: 'session' } as const;

/**
 * One field of many records. `preview-…` tries the first of them and changes nothing; `change-…` changes each, with an entry
 * in the audit log for each, and those that are refused stay as they are; `undo-…` brings back what was before an own change,
 * and keeps and names what somebody changed since.
 */
export const bulkRoutes = {
  'preview-vehicle-change': route({ ...vehicles, input: Vehicles, output: Preview }),
  'change-vehicles': route({ ...vehicles, input: Vehicles, output: Changed }),
  'undo-vehicle-change': route({ ...vehicles, input: Change, output: Undone }),
  'preview-driver-change': route({ ...drivers, input: Drivers, output: Preview }),
  'change-drivers': route({ ...drivers, input: Drivers, output: Changed }),
  'undo-driver-change': route({ ...drivers, input: Change, output: Undone }),
  'preview-device-change': route({ ...devices, input: Devices, output: Preview }),
  'change-devices': route({ ...devices, input: Devices, output: Changed }),
  'undo-device-change': route({ ...devices, input: Change, output: Undone }),
};
