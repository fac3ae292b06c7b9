/** Specification, section 9. */
export const PAGINATION_DEFAULTS = { pageSize: 10 } as const;

/** The number of pages for `total` items; 1 if there are none, because a list always has a current page. */
export function pageCount(total: number, pageSize: number = PAGINATION_DEFAULTS.pageSize): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The page, counted from 1, clamped to the existing ones. */
export function clampPage(page: number, total: number, pageSize: number = PAGINATION_DEFAULTS.pageSize): number {
  return Math.min(Math.max(Math.trunc(page) || 1, 1), pageCount(total, pageSize));
}

/** The items of a page, counted from 1, both included; from 0 to 0 if there are none. */
export function itemsOfPage(page: number, total: number, pageSize: number = PAGINATION_DEFAULTS.pageSize) {
  const from = (clampPage(page, total, pageSize) - 1) * pageSize;
  return { from: Math.min(from + 1, total), to: Math.min(from + pageSize, total) };
}
