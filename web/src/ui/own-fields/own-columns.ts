import type { OwnField, OwnValue } from '@milepost/contract/own-field-operations';
import type { TFunction } from 'i18next';
import { type Column, OPTIONAL } from '../data-table/column.ts';
import type { CsvColumn } from '../data-table/csv.ts';
import { ownText } from './own-values.ts';

interface HasOwn {
  own: readonly OwnValue[];
}
const valueIn = ({ own }: HasOwn, { id }: OwnField) => own.find((one) => one.id === id)?.value;

/** Columns of a list that are shown only if a person chose them. */
export const ownColumns = <Row extends HasOwn, Sort extends string>(
  t: TFunction,
  fields: readonly OwnField[] = [],
): Column<Row, Sort>[] =>
  fields.map((field) => ({
    key: `own.${field.id}`,
    from: OPTIONAL,
    label: field.name,
    ...(field.type === 'number' && { align: 'right' as const }),
    render: (row) => ownText(t, field, valueIn(row, field)) ?? '–',
  }));

/** Columns of a file: numbers and days are not formatted. */
export const ownCsv = <Row extends HasOwn>(t: TFunction, fields: readonly OwnField[] = []): CsvColumn<Row>[] =>
  fields.map((field) => ({
    label: field.unit === null ? field.name : `${field.name} (${field.unit})`,
    value(row) {
      const value = valueIn(row, field);
      return typeof value === 'boolean' ? ownText(t, field, value) : (value ?? null);
    },
  }));
