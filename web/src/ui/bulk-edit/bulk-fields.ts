import type { TFunction } from 'i18next';
import { formatDate, formatDecimal, formatDistance, withUnit } from '../../text/format.ts';
import type { BulkField, BulkValue, SearchMatches } from './bulk-field.ts';

interface Choice {
  value: NonNullable<BulkValue>;
  label: string;
}

const textOf = (value: BulkValue): string | null => (value === null ? null : String(value));

/** A single-line text field. */
export const textField = <Field extends string>(
  field: Field,
  label: string,
  maxLength: number,
  optional = true,
): BulkField<Field> => ({ field, label, input: { kind: 'text', maxLength }, optional, word: textOf });

/** A field for a day of the organisation. */
export const dayField = <Field extends string>(field: Field, label: string, optional = true): BulkField<Field> => ({
  field,
  label,
  input: { kind: 'day' },
  optional,
  word: (value) => (typeof value === 'string' ? formatDate(value) : null),
});

/** A number field; `step` is the size of one typed unit in the value. */
export const numberField = <Field extends string>(
  field: Field,
  label: string,
  { step = 1, unit = '', optional = true }: { step?: number; unit?: string; optional?: boolean } = {},
): BulkField<Field> => ({
  field,
  label,
  input: { kind: 'number', unit, decimals: 0, step },
  optional,
  word(value) {
    if (typeof value !== 'number') return null;
    const number = formatDecimal(value / step);
    return unit === '' ? number : withUnit(number, unit);
  },
});

/** A distance field, in metres. */
export const distanceField = <Field extends string>(field: Field, label: string): BulkField<Field> => ({
  field,
  label,
  input: { kind: 'distance' },
  optional: true,
  word: (value) => (typeof value === 'number' ? formatDistance(value) : null),
});

/** A choice among a few options. */
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

/**
 * A choice among more options than a list can contain, searched on the server, which returns them with their names.
 */
export const foundField = <Field extends string>(
  field: Field,
  label: string,
  find: (search: string) => Promise<SearchMatches>,
  optional = true,
): BulkField<Field> => ({ field, label, input: { kind: 'found', find }, optional, word: textOf });

/** A yes-or-no field. */
export const switchField = <Field extends string>(t: TFunction, field: Field, label: string): BulkField<Field> =>
  choiceField(field, label, [
    { value: true, label: t('own-fields.yes') },
    { value: false, label: t('own-fields.no') },
  ]);

/** A switch that clears alarms when it is off. */
export const alarmSwitch = <Field extends string>(t: TFunction, field: Field, label: string): BulkField<Field> => ({
  ...switchField(t, field, label),
  note: (value) => (value === false ? t('bulk-edit.clears-alarms') : null),
});
