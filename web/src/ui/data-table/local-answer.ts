import { everyWordIn } from '../../text/every-word.ts';
import type { TableState } from './table-state.ts';

type Value = string | number | boolean | null;

/**
 * Searches, sorts and pages in the browser a list that the server sends whole. `values` returns the sort value of a row
 * under each name, and `texts` the searchable texts. Nulls come last in either direction.
 */
export function localAnswer<Row, Sort extends string>(
  rows: readonly Row[],
  state: TableState<Sort>,
  values: Record<Sort, (row: Row) => Value>,
  texts: (row: Row) => readonly (string | null)[],
): { rows: Row[]; total: number } {
  const isWanted = everyWordIn(state.search);
  const found = rows.filter((row) => isWanted(texts(row)));
  const value = values[state.sort];
  const turn = state.direction === 'asc' ? 1 : -1;
  const sorted = found.toSorted((a, b) => compare(value(a), value(b), turn));
  const from = (state.page - 1) * state.pageSize;
  return { rows: sorted.slice(from, from + state.pageSize), total: found.length };
}

function compare(a: Value, b: Value, turn: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return turn * a.localeCompare(b, undefined, { numeric: true });
  return turn * (Number(a) - Number(b));
}
