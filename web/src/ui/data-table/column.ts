import type { ReactNode } from 'react';

/** The `from` of a column that is shown only if a person chose it, on a phone too. */
export const OPTIONAL = Number.POSITIVE_INFINITY;

export interface Column<Row, Sort extends string = string> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** The name to sort by, if the server supports it. */
  sort?: Sort;
  /** The sort direction of the first click on the heading; ascending by default. */
  first?: 'desc';
  align?: 'right';
  /** The heading is only read aloud, not shown: for a column of self-explanatory buttons. */
  bare?: boolean;
  /** Long text: it wraps, and takes the whole width of a card on a phone. */
  text?: boolean;
  /** For wide texts such as addresses: more room before wrapping. */
  wide?: boolean;
  /** Shown only if the table is at least this wide, px, unless a person chose otherwise. */
  from?: number;
  /** Omitted from the cards on a phone. */
  wideOnly?: boolean;
}
