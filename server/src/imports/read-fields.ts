import { type Fault, type FaultLike, faultOfIssue, issueCode, fault, toFault } from '@milepost/contract/fault';
import { Coordinates } from '@milepost/contract/common';
import type { z } from 'zod';
import { plain } from './detect-columns.ts';
import type { ImportField, Value } from './import-descriptor.ts';
import { readDay } from './days.ts';
import { settleAmount } from './read-money.ts';
import { readNumber, type ThreeDigits } from './read-number.ts';
import { readMeasured, type Unit } from './units.ts';
import { type ValueList, valueWords, wordsInFiles } from './words-in-files.ts';

type Read = { value: Value } | { fault: FaultLike };

/** Programs that treat an identifier as a decimal number write 4711 as 4711.0. */
const TRAILING_DECIMAL = /^(\d{3,})[.,]0$/;

/** Reads a text by the schema of the record's form. */
export const textBy =
  (schema: z.ZodType<string | null | undefined>): ImportField['read'] =>
  (text) =>
    readBy(schema, text.replace(TRAILING_DECIMAL, '$1'));

/** Includes the Arabic comma and semicolon, which our own lists use. */
const BETWEEN = /[,;،؛\n]/;

/** Reads texts separated by commas or semicolons. */
export const listBy =
  (schema: z.ZodType<readonly string[]>): ImportField['read'] =>
  (text) => {
    const parts = text.split(BETWEEN).map((part) => part.trim());
    return readBy(schema, [...new Set(parts.filter((part) => part !== ''))]);
  };

/** Reads a number by the schema of the record's form. */
export const numberBy =
  (schema: z.ZodType<number | null | undefined>, three?: ThreeDigits): ImportField['read'] =>
  (text, _order, { mark } = {}) => {
    const number = readNumber(text, three, mark);
    return number === null ? { fault: fault('not-a-number', { value: text }) } : readBy(schema, number);
  };

/** Reads a quantity in the unit of its field, with or without a unit in the cell or the heading. */
export const measureBy =
  (schema: z.ZodType<number | null | undefined>, unit: Unit, three?: ThreeDigits): ImportField['read'] =>
  (text, _order, column) => {
    const read = readMeasured(text, unit, three, column);
    if ('none' in read) return { fault: fault('not-a-number', { value: text }) };
    if ('unit' in read) return { fault: fault('unit-unknown', { value: text, unit: read.unit }) };
    const taken = readBy(schema, read.number);
    // Converted from another unit, whole numbers become fractions, which some fields do not accept.
    return 'fault' in taken && !Number.isInteger(read.number) ? readBy(schema, Math.round(read.number)) : taken;
  };

/** An amount as written, which is parsed once the organisation's currency is known. */
export const amountText: ImportField['read'] = (text, _order, { amountMark = null } = {}) => ({
  value: settleAmount(text, amountMark),
});

/** Reads a date in the order of its column. */
export const day: ImportField['read'] = (text, order): Read => {
  const found = readDay(text, order);
  return found === null ? { fault: fault('not-a-day', { value: text }) } : { value: found };
};

/** The same, by the schema of the record's form. */
export const dayBy =
  (schema: z.ZodType<string | null | undefined>): ImportField['read'] =>
  (text, order) => {
    const read = day(text, order);
    return 'fault' in read || typeof read.value !== 'string' ? read : readBy(schema, read.value);
  };

const PLACE = /^(-?\d{1,3}(?:\.\d{1,10})?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:\.\d{1,10})?)$/;

/** Reads coordinates: latitude and longitude with decimal points, as maps write them. */
export const place: ImportField['read'] = (text): Read => {
  const [, lat, lon] = PLACE.exec(text) ?? [];
  if (lat === undefined || lon === undefined) return { fault: fault('not-a-place', { value: text }) };
  const found = Coordinates.safeParse({ lat: Number(lat), lon: Number(lon) });
  return found.success ? { value: [found.data.lat, found.data.lon] } : { fault: fault('not-a-place', { value: text }) };
};

/**
 * Reads one of several values by the words that people use for it.
 * @param list its words in the languages of the interface
 */
export function wordFor<Name extends string>(
  words: Readonly<Record<Name, readonly string[]>>,
  list: ValueList,
): ImportField['read'] {
  const names = Object.keys(words);
  const known = new Map(
    Object.entries<readonly string[]>(words).flatMap(([name, all]) =>
      [name, ...all, ...valueWords(list, name)].map((word) => [plain(word), name]),
    ),
  );
  return (text) => {
    const value = known.get(plain(text));
    return value === undefined ? { fault: fault('word-unknown', { word: text, values: names }) } : { value };
  };
}

/** Reads several such values, with commas or semicolons between their words. */
export function wordsFor<Name extends string>(
  words: Readonly<Record<Name, readonly string[]>>,
  list: ValueList,
): ImportField['read'] {
  const read = wordFor(words, list);
  return (text, order) => {
    const all = text.split(BETWEEN).filter((part) => part.trim() !== '');
    const found = all.map((part) => read(part, order));
    const refused = found.find((one) => 'fault' in one);
    if (refused) return refused;
    return { value: [...new Set(found.flatMap((one) => ('value' in one ? String(one.value) : [])))] };
  };
}

const YES = ['yes', 'y', 'true', '1', 'x', 'ja', 'sí', 'oui', 'sim'];
const NO = ['no', 'n', 'false', '0', 'nein', 'non', 'não'];
const YES_OR_NO = new Map([
  ...YES.concat(wordsInFiles('yes')).map((word) => [plain(word), true] as const),
  ...NO.concat(wordsInFiles('no')).map((word) => [plain(word), false] as const),
]);

/** Reads the value of a check box. */
export const yesOrNo: ImportField['read'] = (text): Read => {
  const value = YES_OR_NO.get(plain(text));
  return value === undefined ? { fault: fault('word-unknown', { word: text, values: ['yes', 'no'] }) } : { value };
};

/** The reason why a number that was read later is refused; null when it is not. */
export function checked(schema: z.ZodType<Value | undefined>, number: number): Fault | null {
  const read = readBy(schema, number);
  return 'fault' in read ? toFault(read.fault) : null;
}

function readBy(schema: z.ZodType<Value | undefined>, given: string | number | string[]): Read {
  const parsed = schema.safeParse(given, { error: issueCode });
  if (parsed.success) return { value: parsed.data ?? null };
  const [issue] = parsed.error.issues;
  return { fault: issue ? faultOfIssue(issue) : 'not-valid' };
}
