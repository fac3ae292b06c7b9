import { z } from 'zod';
import { MOST_BULK, type OwnBulkField, ownBulkField } from './bulk-kinds.ts';
import { Id, optionalText, Version } from './common.ts';
import { Fault, faultCode } from './fault.ts';

/** A value as it is stored; of what has a name, the name. */
const Value = z.union([z.string().max(500), z.number(), z.boolean()]).nullable();

const ChangedRow = z.object({ id: Id, name: z.string(), before: Value, after: Value, fault: Fault.nullable() });
export type ChangedRow = z.infer<typeof ChangedRow>;

/** A value as it is typed or chosen: one line, and empty for none. */
const WantedValue = z.union([optionalText(500), z.number().min(-1e12).max(1e12), z.boolean()]);

/** An own field, as the field of a change. */
export const OwnField = z
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

/** What of the input of a list says nothing of which records are meant. */
export const OF_A_PAGE = { sort: true, direction: true, page: true, pageSize: true } as const;

const Change = z.object({ id: Id });

/**
 * The schemas of one field of many records: `preview-…` tries the first of them and changes nothing; `change-…` changes each,
 * with an entry in the audit log for each, and those that are refused stay as they are; `undo-…` brings back what was before
 * an own change, and keeps and names what somebody changed since.
 */
export const PREVIEWED = { output: Preview } as const;
export const CHANGED = { output: Changed } as const;
export const UNDONE = { input: Change, output: Undone } as const;
