/** The largest page that the contract allows. */
const PAGE_SIZE = 500;

export interface RowPage<Row> {
  rows: Row[];
  total: number;
}

/** Returns one page of the filtered rows; the first is 1. */
export type FetchPage<Row> = (page: number, pageSize: number) => Promise<RowPage<Row>>;

/** Fetches all filtered rows, page by page. `onProgress` receives the number of fetched rows and the total. */
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
