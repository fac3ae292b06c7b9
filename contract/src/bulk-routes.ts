import { z } from 'zod';
import { MOST_BULK, VEHICLE_BULK_FIELDS } from './vehicle-kinds.ts';
import { Id, optionalText, searchText, Version } from './common.ts';
import { Fault, say } from './fault.ts';
import { OwnFilter } from './own-field-routes.ts';
import { grant, route } from './route.ts';
import { VehicleStatus } from './vehicle-fields.ts';

/** A value as it is stored; of what has a name, the name. */
const Value = z.union([z.string().max(200), z.number()]).nullable();

const ChangedRow = z.object({ id: Id, name: z.string(), before: Value, after: Value, fault: Fault.nullable() });
export type ChangedRow = z.infer<typeof ChangedRow>;

/** A value as it is typed or chosen: one line, and empty for none. */
const WantedValue = z.union([optionalText(200), z.number().min(-1e12).max(1e12)]);

const Wanted = z.object({
  /** The records that are chosen, or all of a filter. */
  ids: z.array(Id).min(1).max(MOST_BULK, say('choose-at-most')).optional(),
  filter: z
    .strictObject({
      search: searchText(100),
      groupId: Id.optional(),
      status: VehicleStatus.optional(),
      tag: optionalText(30),
      own: OwnFilter,
    })
    .optional(),
  field: z.enum(VEHICLE_BULK_FIELDS),
  value: WantedValue,
});

const vehicles = grant('vehicles');

export const bulkRoutes = {
  /** What `change-vehicles` would do, tried with the first of them; nothing is changed. */
  'preview-vehicle-change': route({
    access: vehicles('edit'),
    csrf: 'session',
    input: Wanted,
    output: z.object({
      /** Those that were tried. */
      rows: z.array(ChangedRow),
      total: z.number().int(),
    }),
  }),
  /** Changes a field in each, with an entry in the audit log for each. Those that are refused stay as they are. */
  'change-vehicles': route({
    access: vehicles('edit'),
    csrf: 'session',
    input: Wanted,
    output: z.object({
      /** For `undo-vehicle-change`; null where nothing changed. */
      id: Id.nullable(),
      changed: z.number().int(),
      same: z.number().int(),
      /** Those that were refused, the first hundred. */
      refused: z.array(z.object({ id: Id, name: z.string(), fault: Fault })),
      refusedTotal: z.number().int(),
    }),
  }),
  /** Brings back what was before an own change; what somebody changed since is kept, and named. */
  'undo-vehicle-change': route({
    access: vehicles('edit'),
    csrf: 'session',
    input: z.object({ id: Id }),
    output: z.object({
      restored: z.number().int(),
      kept: z.array(z.object({ id: Id, name: z.string(), version: Version })),
      keptTotal: z.number().int(),
    }),
  }),
};
