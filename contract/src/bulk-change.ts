import { z } from 'zod';
import type { AuditSubject } from './audit-subjects.ts';
import { MAX_BULK_RECORDS, type OwnBulkField, ownBulkField } from './bulk-kinds.ts';
import { Id, optionalText, Version } from './common.ts';
import { Fault, faultCode } from './fault.ts';
import type { Limited, MenuAccess, Operation, SubjectKind } from './operation.ts';

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
export const bulkSelection = <Field extends z.ZodType<string, string>, Filter extends z.ZodType>(
  field: Field,
  filter: Filter,
) =>
  z.object({
    ids: z.array(Id).min(1).max(MAX_BULK_RECORDS, faultCode('choose-at-most')).optional(),
    filter: filter.optional(),
    field,
    value: WantedValue,
  });

/** The properties of a list's input that do not affect which records match. */
export const OF_A_PAGE = { sort: true, direction: true, page: true, pageSize: true } as const;

const Change = z.object({ id: Id });

interface BulkCalls<Input extends z.ZodType> {
  access: MenuAccess;
  limited: Limited;
  subject: SubjectKind;
  audit: AuditSubject | readonly AuditSubject[];
  /** The name of the records in the summaries. */
  records: string;
  /** A further effect of the change, as a sentence of its summary. */
  effect?: string;
  input: Input;
  example: NoInfer<z.input<Input>>;
}

/**
 * Creates the entries for changing one field of many records: `preview` tries the first records and changes nothing,
 * `change` changes each with an entry in the audit log, and `undo` restores the values before a change by the caller.
 */
export function bulkCalls<Input extends z.ZodType>({
  access,
  limited,
  subject,
  audit,
  records,
  effect,
  input,
  example,
}: BulkCalls<Input>) {
  const shared = { csrf: 'session', access, limited, errors: [404, 409] } as const;
  const chosen = { subject, example, input };
  const preview: Operation<Input, typeof Preview, MenuAccess> = {
    summary: `Tries to change one field of many ${records} and returns the results of the first ones. Nothing is changed.`,
    ...shared,
    ...chosen,
    bounds: { 'rows[]': 100 },
    unversioned: 'rolls back what it tries',
    output: Preview,
  };
  const change: Operation<Input, typeof Changed, MenuAccess> = {
    summary: `Changes one field of many ${records}. Refused ones stay as they are and are returned.${effect ? ` ${effect}` : ''}`,
    ...shared,
    ...chosen,
    audit,
    bounds: { 'refused[]': 100 },
    unversioned: 'sets one field of many records, as previewed',
    output: Changed,
  };
  const undo: Operation<typeof Change, typeof Undone, MenuAccess> = {
    summary: `Undoes a change of one field of many ${records} by the caller. Those that were changed since stay and are returned.`,
    ...shared,
    subject: 'bulk',
    audit,
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    unversioned: 'leaves what was changed since',
    input: Change,
    output: Undone,
  };
  return { preview, change, undo };
}
