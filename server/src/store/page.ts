import type { QueryResultRow } from 'pg';
import type { Queryable } from './database.ts';
import { onlyRow } from './rows.ts';

/**
 * The maximum number of rows in a list without pages: more than anybody reads or chooses from. Longer lists are
 * truncated, so that no reply grows without a limit, and contain the total.
 */
export const MAX_ROWS = 10_000;

/** The requested page of a table; see `listInput` of the contract. */
export interface PageRequest {
  search: string;
  /** The name of a sortable column. */
  sort: string;
  direction: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  /** The total is a lower bound. */
  atLeast?: true;
}

/** The first rows of a list without pages, and the total, which is only counted if rows were truncated. */
export async function firstRows<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  values: readonly unknown[],
  most = MAX_ROWS,
): Promise<Page<Row>> {
  const { rows } = await db.query<Row>(`${sql} LIMIT ${most + 1}`, [...values]);
  if (rows.length <= most) return { rows, total: rows.length };
  const counted = await db.query<{ total: number }>(`SELECT count(*)::int AS total FROM (${sql}) counted`, [...values]);
  return { rows: rows.slice(0, most), total: onlyRow(counted).total };
}

/**
 * ORDER BY … LIMIT … OFFSET of a page; `columns` are the SQL expressions of the sort columns, `tie` makes the order
 * total.
 * @param nulls whether the columns can be NULL, which is then sorted last; if none can, an index serves both directions
 */
export function pageSql(
  request: Omit<PageRequest, 'search'>,
  columns: Readonly<Record<string, string>>,
  tie: string,
  { nulls = true }: { nulls?: boolean } = {},
): string {
  const column = Object.hasOwn(columns, request.sort) ? columns[request.sort] : undefined;
  if (column === undefined) throw new Error(`unknown sort: ${request.sort}`);
  const direction = request.direction === 'desc' ? 'DESC' : 'ASC';
  const offset = (request.page - 1) * request.pageSize;
  return `ORDER BY ${column} ${direction}${nulls ? ' NULLS LAST' : ''}, ${tie} LIMIT ${request.pageSize} OFFSET ${offset}`;
}

/**
 * The ids of a page of a search, and the total. The search runs once for both, as it costs more than storing its
 * result.
 * @param found SQL of `id` and `sorted`, which is the requested sort expression
 * @param nulls whether that can be NULL
 */
export async function foundPage(
  db: Queryable,
  request: Omit<PageRequest, 'search'>,
  {
    sorts,
    found,
    values,
    nulls,
  }: {
    sorts: Readonly<Record<string, string>>;
    found: (sorted: string) => string;
    values: readonly unknown[];
    nulls: boolean;
  },
): Promise<{ ids: number[]; total: number }> {
  const sorted = Object.hasOwn(sorts, request.sort) ? sorts[request.sort] : undefined;
  if (sorted === undefined) throw new Error(`unknown sort: ${request.sort}`);
  const tie = `f.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const { rows } = await db.query<{ id: number | null; total: number }>(
    `WITH found AS MATERIALIZED (${found(sorted)})
     SELECT counted.total, page.id FROM (SELECT count(*)::int AS total FROM found) counted LEFT JOIN LATERAL (
       SELECT f.id, row_number() OVER () AS place
       FROM (SELECT f.id FROM found f ${pageSql(request, { [request.sort]: 'f.sorted' }, tie, { nulls })}) f) page ON true
     ORDER BY page.place`,
    [...values],
  );
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 };
}

/** Counting of search results stops here, as there can be a million: the exact number takes longer than the page. */
const COUNTED = 10_000;
/** For `countUpTo`: counts all rows. */
export const ALL_ROWS = { page: 1, pageSize: 2_000_000_000 };

/**
 * The number of rows, or a lower bound: always higher than the rows returned so far if there are more, so that paging
 * still returns all of them.
 * @param from SQL after FROM
 */
export async function countUpTo(
  db: Queryable,
  { page, pageSize }: Pick<PageRequest, 'page' | 'pageSize'>,
  from: string,
  values: readonly unknown[],
): Promise<{ total: number; atLeast?: true }> {
  const most = Math.max(COUNTED, page * pageSize);
  const counted = await db.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT FROM ${from} LIMIT ${most + 1}) counted`,
    [...values],
  );
  const { total } = onlyRow(counted);
  return { total, ...(total > most && { atLeast: true as const }) };
}
