import { z } from 'zod';
import { MOST_BULK, type OwnBulkField, ownBulkField } from './bulk-kinds.ts';
import { Id, optionalText, Version } from './common.ts';
import { Fault, faultCode } from './fault.ts';

/** A stored value; for a reference, the name of the record. */
const Value = z.union([z.string().max(500), z.number(), z.boolean()]).nullable();

const ChangedRow = z.object({ id: Id, name: z.string(), before: Value, after: Value, fault: Fault.nullable() });
export type ChangedRow = z.infer<typeof ChangedRow>;

/** A value as typed or chosen: one line, or empty for none. */
const WantedValue = z.union([optionalText(500), z.number().min(-1e12).max(1e12), z.boolean()]);

/** A custom field as the field of a change. */
export const OwnField = z
  .string()
  .max(14)
  .regex(/^own:[1-9]\d{0,8}$/)
  .transform((field): OwnBulkField => ownBulkField(Number(field.slice('own:'.length))));

/** The effect of `change-…`, tried with the first records; nothing is changed. */
const Preview = z.object({
  /** The records that were tried. */
  rows: z.array(ChangedRow),
  total: z.number().int(),
});

const Changed = z.object({
  /** The id for `undo-…-change`; null if nothing changed. */
  id: Id.nullable(),
  changed: z.number().int(),
  same: z.number().int(),
  /** The first hundred refused records. */
  refused: z.array(z.object({ id: Id, name: z.string(), fault: Fault })),
  refusedTotal: z.number().int(),
});

const Undone = z.object({
  restored: z.number().int(),
  kept: z.array(z.object({ id: Id, name: z.string(), version: Version })),
  keptTotal: z.number().int(),
});

/** Input that selects a field and a value for records: the listed ones, or all that match a filter. */
export const wantedOf = <Field extends z.ZodType<string, string>, Filter extends z.ZodType>(
  field: Field,
  filter: Filter,
) =>
  z.object({
    ids: z.array(Id).min(1).max(MOST_BULK, faultCode('choose-at-most')).optional(),
    filter: filter.optional(),
    field,
    value: WantedValue,
  });

/** The properties of a list's input that do not affect which records match. */
export const OF_A_PAGE = { sort: true, direction: true, page: true, pageSize: true } as const;

const Change = z.object({ id: Id });

/**
 * The schemas for changing one field of many records. `preview-…` tries the first records and changes nothing.
 * `change-…` changes each record with its own entry in the audit log; refused records stay as they are. `undo-…`
 * restores the values before a change by the same person; it leaves and lists records that somebody changed since.
 */
export const PREVIEWED = { output: Preview } as const;
export const CHANGED = { output: Changed } as const;
export const UNDONE = { input: Change, output: Undone } as const;
