import { type Column, OPTIONAL } from './column.ts';

/** A person's choices of columns; the others depend on the width of the table. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

type Choosable = Pick<Column<unknown>, 'key' | 'bare' | 'from'>;

/** The columns that can be hidden: neither the first, which identifies the row, nor the buttons. */
export const choosable = <One extends Choosable>(columns: readonly One[]): One[] =>
  columns.slice(1).filter(({ bare }) => bare !== true);

/** @param width of the table, px; 0 while it is unknown */
export const isShown = ({ key, from }: Choosable, width: number, choice: ColumnChoice): boolean =>
  choice[key] ?? (width >= (from ?? 0) || (width === 0 && from !== OPTIONAL));

/** The columns to show in a table of this width, in order. */
export function shownColumns<One extends Choosable>(
  columns: readonly One[],
  width: number,
  choice: ColumnChoice,
): One[] {
  const hidden = new Set(choosable(columns).filter((column) => !isShown(column, width, choice)));
  return columns.filter((column) => !hidden.has(column));
}

/** The columns of the cards on a phone. */
export const cardColumns = <One extends Choosable & Pick<Column<unknown>, 'wideOnly'>>(
  columns: readonly One[],
  choice: ColumnChoice,
): One[] => columns.filter(({ key, from, wideOnly }) => !wideOnly && (from !== OPTIONAL || choice[key] === true));

/**
 * The storage key of the choice: the columns of the table, independent of the language; adding a custom field does not
 * change it.
 */
export const choiceKey = (columns: readonly Choosable[]): string =>
  `milepost.columns.${columns.flatMap(({ key }) => (key.startsWith('own.') ? [] : [key])).join('.')}`;
