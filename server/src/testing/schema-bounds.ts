import { AlarmCondition, AlarmConditionInput } from '@milepost/contract/alarm-condition';
import { FenceShapeInput, FenceShapeOutput } from '@milepost/contract/fence-shape';
import { ImportWords, ImportWordsBound } from '@milepost/contract/import-operations';
import { ReportOwn, ReportOwnBound } from '@milepost/contract/report-operations';
import { z } from 'zod';

/** Bytes of a character in JSON: a letter of most scripts has three in UTF-8. */
const CHARACTER_BYTES = 3;
/** A number, true or null, with the following comma. */
const VALUE_BYTES = 26;
/** Quotes, brackets and the comma. */
const AROUND_BYTES = 3;

/** Schemas that wrap another one, with which they parse. */
const HIDDEN = new Map<unknown, z.ZodType>([
  [ReportOwn, ReportOwnBound],
  [ImportWords, ImportWordsBound],
  [FenceShapeInput, FenceShapeOutput],
  [AlarmConditionInput, AlarmCondition],
]);

/** Formats whose pattern limits the length. */
const FORMAT_LENGTH: Readonly<Record<string, number>> = { date: 10 };

type Checks = readonly { _zod: { def: { check: string; maximum?: unknown; length?: unknown } } }[] | undefined;

function boundOf(checks: Checks): number | null {
  const bounds = (checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' ? [Number(def.maximum)] : def.check === 'length_equals' ? [Number(def.length)] : [],
  );
  return bounds.length > 0 ? Math.min(...bounds) : null;
}

/**
 * The maximum of JSON bytes that a schema accepts. Unbounded parts are added to `unbounded`, by their path, and count
 * as nothing.
 */
export function maxBytes(schema: z.core.$ZodType, path: string, unbounded: string[]): number {
  const hidden = HIDDEN.get(schema);
  if (hidden) return maxBytes(hidden, path, unbounded);
  const open = (): number => {
    unbounded.push(path);
    return 0;
  };
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    const most = boundOf(schema.def.checks) ?? FORMAT_LENGTH[String(schema.format)];
    return most === undefined ? open() : most * CHARACTER_BYTES + AROUND_BYTES;
  }
  if (schema instanceof z.ZodArray) {
    const most = boundOf(schema.def.checks);
    const each = maxBytes(schema.element, `${path}[]`, unbounded);
    return most === null ? open() : most * each + AROUND_BYTES;
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    return sum(
      fields.map(([key, field]) => key.length + AROUND_BYTES + 1 + maxBytes(field, `${path}.${key}`, unbounded)),
    );
  }
  if (schema instanceof z.ZodTuple) return sum(schema.def.items.map((item) => maxBytes(item, path, unbounded)));
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    return Math.max(...schema.options.map((option) => maxBytes(option, path, unbounded)));
  }
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) {
    const values = schema instanceof z.ZodEnum ? schema.options : [...schema.values];
    return Math.max(...values.map((value) => String(value).length)) + AROUND_BYTES;
  }
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) return VALUE_BYTES;
  if (schema instanceof z.ZodPipe) return maxBytes(schema.in, path, unbounded);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  ) {
    return maxBytes(schema.def.innerType, path, unbounded);
  }
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) {
    const each = maxBytes(schema.valueType, `${path}{}`, unbounded);
    return sum(schema.keyType.options.map((key) => String(key).length + AROUND_BYTES + 1 + each));
  }
  // Records of other types, anything at all, and unknown kinds.
  return open();
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
