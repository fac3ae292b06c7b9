import { type FaultLike, faultOfIssue, issueCode, fault } from '@milepost/contract/fault';
import type { z } from 'zod';
import { plain } from './guess-columns.ts';
import type { ImportField, Value } from './import-descriptor.ts';
import { readDay } from './days.ts';
import { readNumber, type ThreeDigits } from './read-number.ts';

type Read = { value: Value } | { fault: FaultLike };

/** A text as the form of the record takes it. */
export const textBy =
  (schema: z.ZodType<string | null | undefined>): ImportField['read'] =>
  (text) =>
    readBy(schema, text);

/** Texts with commas or semicolons between them. */
export const listBy =
  (schema: z.ZodType<readonly string[]>): ImportField['read'] =>
  (text) => {
    const parts = text.split(/[,;\n]/).map((part) => part.trim());
    return readBy(schema, [...new Set(parts.filter((part) => part !== ''))]);
  };

/** A number as the form of the record takes it. */
export const numberBy =
  (schema: z.ZodType<number | null | undefined>, three?: ThreeDigits): ImportField['read'] =>
  (text) => {
    const number = readNumber(text, three);
    return number === null ? { fault: fault('not-a-number', { value: text }) } : readBy(schema, number);
  };

/** A day in the order of its column. */
export const day: ImportField['read'] = (text, order): Read => {
  const found = readDay(text, order);
  return found === null ? { fault: fault('not-a-day', { value: text }) } : { value: found };
};

/** One of some values, by the words that people have for it. */
export function wordFor<Name extends string>(words: Readonly<Record<Name, readonly string[]>>): ImportField['read'] {
  const names = Object.keys(words);
  const known = new Map(
    Object.entries<readonly string[]>(words).flatMap(([name, all]) =>
      [name, ...all].map((word) => [plain(word), name]),
    ),
  );
  return (text) => {
    const value = known.get(plain(text));
    return value === undefined ? { fault: fault('word-unknown', { word: text, values: names }) } : { value };
  };
}

function readBy(schema: z.ZodType<Value | undefined>, given: string | number | string[]): Read {
  const parsed = schema.safeParse(given, { error: issueCode });
  if (parsed.success) return { value: parsed.data ?? null };
  const [issue] = parsed.error.issues;
  return { fault: issue ? faultOfIssue(issue) : 'not-valid' };
}
