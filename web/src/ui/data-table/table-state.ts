/** The state of a table in the address; defaults are omitted. */
export interface TableState<Sort extends string> {
  search: string;
  sort: Sort;
  direction: 'asc' | 'desc';
  /** The first is 1. */
  page: number;
  pageSize: number;
}

export interface TableDefaults<Sort extends string> {
  sorts: readonly Sort[];
  sort: Sort;
  direction: 'asc' | 'desc';
}

export const PAGE_SIZES = [25, 50, 100, 200] as const;
const PAGE_SIZE = 50;
const SEARCH_MAX = 100;

/** Reads the state from an address; invalid values are replaced by their defaults. */
export function readTableState<Sort extends string>(
  params: URLSearchParams,
  defaults: TableDefaults<Sort>,
): TableState<Sort> {
  const sort = defaults.sorts.find((name) => name === params.get('sort'));
  const direction = params.get('direction');
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    search: (params.get('search') ?? '').slice(0, SEARCH_MAX),
    sort: sort ?? defaults.sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : sort ? 'asc' : defaults.direction,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZE,
  };
}

/** The address after a change. A change of the filter returns to the first page; unrelated parameters stay. */
export function writeTableState<Sort extends string>(
  params: URLSearchParams,
  defaults: TableDefaults<Sort>,
  change: Partial<TableState<Sort>>,
): URLSearchParams {
  const next = { ...readTableState(params, defaults), ...(change.page === undefined ? { page: 1 } : {}), ...change };
  const result = new URLSearchParams(params);
  const put = (key: string, value: string, isDefault: boolean) =>
    isDefault ? result.delete(key) : result.set(key, value);
  const sorted = next.sort !== defaults.sort || next.direction !== defaults.direction;
  put('search', next.search, next.search === '');
  put('sort', next.sort, !sorted);
  put('direction', next.direction, !sorted || next.direction === 'asc');
  put('page', String(next.page), next.page === 1);
  put('size', String(next.pageSize), next.pageSize === PAGE_SIZE);
  return result;
}

/** A click on a column heading: sorts by it, first in the direction `first`, the second time in the opposite one. */
export function sortBy<Sort extends string>(
  state: TableState<Sort>,
  column: Sort,
  first: 'asc' | 'desc' = 'asc',
): Partial<TableState<Sort>> {
  const other = first === 'asc' ? 'desc' : 'asc';
  return { sort: column, direction: state.sort === column && state.direction === first ? other : first };
}
