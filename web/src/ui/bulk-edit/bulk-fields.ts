import { formatDate, formatDecimal, formatDistance } from '../../text/format.ts';
import type { BulkField, BulkValue, Found } from './bulk-field.ts';

interface Choice {
  value: NonNullable<BulkValue>;
  label: string;
}

const textOf = (value: BulkValue): string | null => (value === null ? null : String(value));

/** A field of one line. */
export const textField = <Field extends string>(
  field: Field,
  label: string,
  maxLength: number,
  optional = true,
): BulkField<Field> => ({ field, label, input: { kind: 'text', maxLength }, optional, word: textOf });

/** A day of the organisation. */
export const dayField = <Field extends string>(field: Field, label: string, optional = true): BulkField<Field> => ({
  field,
  label,
  input: { kind: 'day' },
  optional,
  word: (value) => (typeof value === 'string' ? formatDate(value) : null),
});

/** A number; of `step` each, where that is how it is typed. */
export const numberField = <Field extends string>(
  field: Field,
  label: string,
  { step = 1, optional = true }: { step?: number; optional?: boolean } = {},
): BulkField<Field> => ({
  field,
  label,
  input: { kind: 'number', unit: '', decimals: 0, step },
  optional,
  word: (value) => (typeof value === 'number' ? formatDecimal(value / step) : null),
});

/** A distance in metres. */
export const distanceField = <Field extends string>(field: Field, label: string): BulkField<Field> => ({
  field,
  label,
  input: { kind: 'distance' },
  optional: true,
  word: (value) => (typeof value === 'number' ? formatDistance(value) : null),
});

/** One of a few. */
export const choiceField = <Field extends string>(
  field: Field,
  label: string,
  options: readonly Choice[],
  optional = false,
): BulkField<Field> => ({
  field,
  label,
  input: { kind: 'choice', options },
  optional,
  word: (value) => options.find((one) => one.value === value)?.label ?? textOf(value),
});

/** One of more than a list can hold, searched on the server, which tells it by its name. */
export const foundField = <Field extends string>(
  field: Field,
  label: string,
  find: (search: string) => Promise<Found>,
  optional = true,
): BulkField<Field> => ({ field, label, input: { kind: 'found', find }, optional, word: textOf });
