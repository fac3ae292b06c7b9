import type { UseQueryResult } from '@tanstack/react-query';

type Page<Row> = { rows: Row[]; total: number };

/** What a table shows of a query whose pages the server makes. */
export const fromQuery = <Row>(query: UseQueryResult<Page<Row>>) => ({
  answer: query.data,
  error: query.error,
  stale: query.isPlaceholderData,
  onRetry: () => void query.refetch(),
});
