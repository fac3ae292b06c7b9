import { z } from 'zod';
import { type FaultCode, faultCode } from './fault.ts';

export const Id = z.number().int().positive().max(2_147_483_647);
export type Id = z.infer<typeof Id>;

/**
 * The number of a menu as found in the browser's storage: a number, its digits, or either as JSON. Anything else
 * becomes null.
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

/** No control characters and no line ends: a line end in a name could forge lines of a mail or of a log. */
const CONTROL_FREE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
/**
 * Also without invisible characters, which can reverse the order of letters or make two names look equal. The joiners
 * that Hindi, Arabic and emoji need (U+200C, U+200D) are allowed after a letter of such a script.
 */
export const ONE_LINE =
  /^(?:[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u180e\u200b-\u200d\u2060-\u2064\ufeff]|(?<=[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]--\p{Script=Latin}])[\u200c\u200d])*$/v;
export const BAD_CHARACTER = faultCode('bad-character');
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u;

const typed = (max: number, allowed = ONE_LINE, missing: FaultCode = 'enter-text') =>
  z.string(missing).trim().max(max, faultCode('at-most-characters')).regex(allowed, BAD_CHARACTER);

const orNull = (schema: z.ZodString) => schema.nullish().transform((value) => (value ? value : null));

/**
 * A typed text of one line: trimmed, not empty, at most `max` characters, no control characters.
 * @param missing the fault of an empty text
 */
export const text = (max: number, missing?: FaultCode) =>
  typed(max, ONE_LINE, missing).min(1, missing ?? faultCode('enter-value'));

/** Like `text`, but optional: empty becomes null. */
export const optionalText = (max: number) => orNull(typed(max));

/** Like `optionalText`, but with any number of lines. */
export const optionalLines = (max: number) => orNull(typed(max, LINES));

/** A search text: one line, empty if left out. */
export const searchText = (max: number) => typed(max, CONTROL_FREE).default('');

/**
 * UTC instant, ISO 8601. A fraction of a second can have any number of digits, so the length is bounded. PostgreSQL has
 * no year 0.
 */
export const Instant = z.iso
  .datetime()
  .max(40)
  .refine((at) => at >= '0001', faultCode('choose-later-day'));

/** An instant chosen by a person, not before 1900. */
export const ChosenInstant = Instant.refine((at) => at >= '1900', faultCode('choose-later-day')).refine(
  (at) => at < '3000',
  faultCode('choose-earlier-day'),
);

/** A day chosen by a person, as written on paper; null for none. */
export const optionalDay = z.iso
  .date(faultCode('choose-day'))
  .refine((day) => day >= '1900-01-01', faultCode('choose-later-day'))
  .refine((day) => day <= '2999-12-31', faultCode('choose-earlier-day'))
  .nullish()
  .transform((day) => day ?? null);

export const Coordinates = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });
export type Coordinates = z.infer<typeof Coordinates>;

/** The input of a page of a table: search text, sorting and page. Pages count from 1. */
export const listInput = <const Sort extends readonly [string, ...string[]]>(sorts: Sort) =>
  z.object({
    search: searchText(100),
    sort: z.enum(sorts).default(sorts[0] as Sort[number]),
    direction: z.enum(['asc', 'desc']).default('asc'),
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(500).default(50),
  });

export const listOutput = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    total: z.number().int().min(0),
    /** `total` is a lower bound: always more than the rows returned so far. */
    atLeast: z.literal(true).optional(),
  });

/**
 * How often a record was saved. A caller that saves sends the version that it read, so that nobody overwrites changes
 * that somebody else saved meanwhile; left out, it is not checked.
 */
export const Version = z.number().int().min(1).max(2_147_483_647);

export const Empty = z.object({});
