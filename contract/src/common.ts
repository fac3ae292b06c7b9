import { z } from 'zod';
import { type FaultCode, say } from './fault.ts';

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
      .max(12)
      .transform((digits) => Number(digits.replaceAll('"', '')))
      .pipe(Id),
  ])
  .nullable()
  .catch(null);

/** Control characters and line ends; a line end in a name would forge the lines of a mail or of a log. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
export const BAD_CHARACTER = say('bad-character');
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u;

const typed = (max: number, allowed = ONE_LINE, missing: FaultCode = 'enter-text') =>
  z.string(missing).trim().max(max, say('at-most-characters')).regex(allowed, BAD_CHARACTER);

const orNull = (schema: z.ZodString) => schema.nullish().transform((value) => (value ? value : null));

/**
 * A text of one line that a person typed: trimmed, not empty, at most `max` characters, no control characters.
 * @param missing what to say where there is none
 */
export const text = (max: number, missing?: FaultCode) =>
  typed(max, ONE_LINE, missing).min(1, missing ?? say('enter-value'));

/** Like `text`, but may be left out: empty becomes null. */
export const optionalText = (max: number) => orNull(typed(max));

/** Like `optionalText`, but of any number of lines. */
export const optionalLines = (max: number) => orNull(typed(max, LINES));

/** What is searched for: one line, empty where left out. */
export const searchText = (max: number) => typed(max).default('');

/** UTC instant, ISO 8601; a fraction of a second may have any number of digits, so the length is bounded. */
export const Instant = z.iso.datetime().max(40);

export const Place = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });
export type Place = z.infer<typeof Place>;

/** A page of a table: what to search, how to sort, which rows. Pages count from 1. */
export const listInput = <const Sort extends readonly [string, ...string[]]>(sorts: Sort) =>
  z.object({
    search: searchText(100),
    sort: z.enum(sorts).default(sorts[0] as Sort[number]),
    direction: z.enum(['asc', 'desc']).default('asc'),
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(500).default(50),
  });

export const listOutput = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.number().int().min(0) });

export const Empty = z.object({});
