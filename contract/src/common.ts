import { z } from 'zod';

export const Id = z.number().int().positive().max(2_147_483_647);
export type Id = z.infer<typeof Id>;

/**
 * The number of a menu as the browser's storage may hold it: a number, its digits, or these as JSON. Whatever else comes
 * names no menu and becomes null.
 */
export const MenuNumber = z
  .union([
    Id,
    z
      .string()
      .regex(/^("?)[1-9]\d{0,9}\1$/)
      .transform((digits) => Number(digits.replaceAll('"', '')))
      .pipe(Id),
  ])
  .nullable()
  .catch(null);

/** A text a person typed: trimmed, not empty, at most `max` characters. */
export const text = (max: number) =>
  z.string('Enter a text.').trim().min(1, 'Enter a value.').max(max, `Use at most ${max} characters.`);

/** Like `text`, but may be left out: empty becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .nullish()
    .transform((value) => (value ? value : null));

/** UTC instant, ISO 8601. */
export const Instant = z.iso.datetime();

export const Place = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });
export type Place = z.infer<typeof Place>;

/** A page of a table: what to search, how to sort, which rows. Pages count from 1. */
export const listInput = <const Sort extends readonly [string, ...string[]]>(sorts: Sort) =>
  z.object({
    search: z.string().trim().max(100).default(''),
    sort: z.enum(sorts).default(sorts[0] as Sort[number]),
    direction: z.enum(['asc', 'desc']).default('asc'),
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(500).default(50),
  });

export const listOutput = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.number().int().min(0) });

export const Empty = z.object({});
