/** Largest page of the contract. */
const PAGE_SIZE = 500;

export interface RowPage<Row> {
  rows: Row[];
  total: number;
}

/** Gives one page of what is filtered, from 1. */
export type FetchPage<Row> = (page: number, pageSize: number) => Promise<RowPage<Row>>;

/** All rows of what is filtered, page after page. `onProgress` hears how many are here, of how many. */
export async function fetchAll<Row>(
  fetchPage: FetchPage<Row>,
  onProgress?: (done: number, total: number) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetchPage(page, PAGE_SIZE);
    rows.push(...answer.rows);
    onProgress?.(rows.length, answer.total);
    if (answer.rows.length < PAGE_SIZE || rows.length >= answer.total) return rows;
  }
}
