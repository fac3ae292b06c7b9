import type { ReactNode } from 'react';

/** `from` of a column that is shown only where a person chose it, on a phone too. */
export const OPTIONAL = Number.POSITIVE_INFINITY;

export interface Column<Row, Sort extends string = string> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Name to sort by, where the server can. */
  sort?: Sort;
  /** Which way the first click on its head sorts; left out: ascending. */
  first?: 'desc';
  align?: 'right';
  /** The head is not shown, only read out: for a column of buttons that speak for themselves. */
  bare?: boolean;
  /** Sentences: they wrap, and take the whole width of a card on a phone. */
  text?: boolean;
  /** Of a wide sentence, as a place: it takes more room before it wraps. */
  wide?: boolean;
  /** Shown only where the table has this width, px, unless a person chose otherwise. */
  from?: number;
  /** Left out of the cards that a phone shows. */
  wideOnly?: boolean;
}
