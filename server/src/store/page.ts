import type { QueryResultRow } from 'pg';
import type { Queryable } from './database.ts';
import { onlyRow } from './rows.ts';

/**
 * Rows of a list that has no pages: more than anybody reads or chooses from. What is longer is cut off at its end, so
 * that no answer grows without an end, and says how many there are.
 */
export const MOST_ROWS = 10_000;

/** Which page of a table is asked for; see `listInput` of the contract. */
export interface PageRequest {
  search: string;
  /** Name of a column that can be sorted by. */
  sort: string;
  direction: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** The first rows of a list that has no pages, and how many there are. They are counted only where some are cut off. */
export async function firstRows<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  values: readonly unknown[],
  most = MOST_ROWS,
): Promise<Page<Row>> {
  const { rows } = await db.query<Row>(`${sql} LIMIT ${most + 1}`, [...values]);
  if (rows.length <= most) return { rows, total: rows.length };
  const counted = await db.query<{ total: number }>(`SELECT count(*)::int AS total FROM (${sql}) counted`, [...values]);
  return { rows: rows.slice(0, most), total: onlyRow(counted).total };
}

/**
 * ORDER BY … LIMIT … OFFSET of a page; `columns` are the SQL expressions of the sorts, `tie` makes the order total.
 * @param nulls whether the columns may hold NULL, which then comes last; where none can, an index serves both directions
 */
export function pageSql(
  request: Omit<PageRequest, 'search'>,
  columns: Readonly<Record<string, string>>,
  tie: string,
  { nulls = true }: { nulls?: boolean } = {},
): string {
  const column = Object.hasOwn(columns, request.sort) ? columns[request.sort] : undefined;
  if (column === undefined) throw new Error(`no such sort: ${request.sort}`);
  const direction = request.direction === 'desc' ? 'DESC' : 'ASC';
  const offset = (request.page - 1) * request.pageSize;
  return `ORDER BY ${column} ${direction}${nulls ? ' NULLS LAST' : ''}, ${tie} LIMIT ${request.pageSize} OFFSET ${offset}`;
}
