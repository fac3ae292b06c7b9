import { z } from 'zod';
import { FAULTS } from './faults.ts';

export type FaultCode = keyof typeof FAULTS;

/**
 * The type of a parameter, by the kind that its placeholder in the text names. Distances are in metres, durations in
 * seconds.
 */
export interface FaultValues {
  number: number;
  duration: number;
  distance: number;
  list: readonly string[];
  place: { lat: number; lon: number };
  /** ISO 8601: the start and, if it ends, the end. */
  span: readonly [string] | readonly [string, string];
  /** ISO 8601. */
  moment: string;
  /** ISO 8601, a day of the calendar. */
  day: string;
}
export type FaultKind = keyof FaultValues;

type ParamsIn<Text> = Text extends `${string}{{${infer Place}}}${infer Rest}`
  ? (Place extends `${infer Name}, ${infer Kind extends FaultKind}`
      ? Record<Name, FaultValues[Kind]>
      : Record<Place, string>) &
      ParamsIn<Rest>
  : unknown;
export type FaultParams<Code extends FaultCode> = ParamsIn<(typeof FAULTS)[Code]>;

/** The codes that need no parameters. */
export type PlainCode = {
  [Code in FaultCode]: unknown extends FaultParams<Code> ? Code : never;
}[FaultCode];

const FaultParam = z.union([
  z.string(),
  z.number(),
  z.array(z.string()).readonly(),
  z.object({ lat: z.number(), lon: z.number() }),
]);
export type FaultParam = z.infer<typeof FaultParam>;

const isFaultCode = (code: unknown): code is FaultCode => typeof code === 'string' && Object.hasOwn(FAULTS, code);

/** An error, for programs and for translation into the reader's language. */
export const Fault = z.object({
  code: z.custom<FaultCode>(isFaultCode),
  params: z.record(z.string(), FaultParam).optional(),
  /** A message of another system, shown beside the text and not translated. */
  detail: z.string().optional(),
});
export type Fault = z.infer<typeof Fault>;

/** Creates a fault with the parameters that its English text names. */
export function fault<Code extends FaultCode>(
  code: Code,
  ...[params]: unknown extends FaultParams<Code> ? [] : [params: FaultParams<Code> & Record<string, FaultParam>]
): Fault {
  return params ? { code, params } : { code };
}

/** A plain code, or a fault with parameters. */
export type FaultLike = PlainCode | Fault;
export const toFault = (given: FaultLike): Fault => (typeof given === 'string' ? { code: given } : given);

/** The code as the message of a schema; its parameters are the limits of the schema (`faultOfIssue`). */
export const faultCode = <Code extends FaultCode>(code: Code): Code => code;

const PLACES = /\{\{(\w+)(?:, (\w+))?\}\}/g;

/** The parameters that a fault's text names. */
const namesOf = (code: FaultCode) => [...FAULTS[code].matchAll(PLACES)].map(([, name = '']) => name);

/** The fault in English with metric units: for the API, for the log, and wherever no other language is known. */
export function englishOf({ code, params }: Fault): string {
  return FAULTS[code].replaceAll(PLACES, (_place, name: string, kind?: string) => written(params?.[name], kind));
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

function written(value: FaultParam | undefined, kind: string | undefined): string {
  if (value === undefined) return '?';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return kind === 'number' ? decimal.format(value) : withUnit(value, kind);
  if (kind === 'span' && Array.isArray(value)) return [value[0], value[1] ?? '…'].join(' – ');
  return 'lat' in value ? `${value.lat.toFixed(5)}, ${value.lon.toFixed(5)}` : value.join(', ');
}

function withUnit(value: number, kind: string | undefined): string {
  if (kind === 'duration') return `${value} s`;
  return value < 1000 ? `${whole.format(value)} m` : `${whole.format(value / 1000)} km`;
}

/** The part of `z.core.$ZodIssue` that is read here. */
interface Issue {
  message: string;
  code?: string | undefined;
  minimum?: number | bigint;
  maximum?: number | bigint;
  values?: readonly unknown[];
  params?: Record<string, unknown> | undefined;
}

/** The fault for an issue of a schema that was parsed with `issueCode` as its error map. */
export function faultOfIssue(issue: Issue): Fault {
  if (!isFaultCode(issue.message)) return { code: 'not-valid' };
  const names = namesOf(issue.message);
  if (names.length === 0) return { code: issue.message };
  const { minimum, maximum, values, params } = issue;
  const known: Record<string, unknown> = {
    ...(minimum !== undefined && { least: Number(minimum) }),
    ...(maximum !== undefined && { most: Number(maximum) }),
    ...(values && { values: values.map(String) }),
    ...params,
  };
  const found = z.record(z.string(), FaultParam).parse(Object.fromEntries(names.map((name) => [name, known[name]])));
  return { code: issue.message, params: found };
}

/** The codes for issues without a message in the schema: `schema.safeParse(value, { error: issueCode })`. */
export function issueCode(issue: z.core.$ZodRawIssue): FaultCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'enter-value' : (TYPES[issue.expected] ?? 'not-valid');
    case 'invalid_value':
      return 'choose-one-of';
    case 'too_small':
      return `at-least${unitOf(issue.origin)}`;
    case 'too_big':
      return `at-most${unitOf(issue.origin)}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'must-be-time' : 'wrong-form';
    default:
      return 'not-valid';
  }
}

const TYPES: Readonly<Record<string, FaultCode>> = {
  number: 'enter-number',
  int: 'enter-whole-number',
  string: 'must-be-text',
  array: 'must-be-list',
  object: 'must-be-object',
  boolean: 'must-be-boolean',
};

function unitOf(origin: string) {
  if (origin === 'string') return '-characters';
  return origin === 'array' ? '-entries' : '';
}
