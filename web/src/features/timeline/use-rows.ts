import type { TimelineRow } from '@milepost/contract/timeline-operations';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { call, type CallInput } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';

/** The number of vehicles per call. */
export const PAGE = 50;
const REFETCH_MS = 30_000;

type Input = CallInput<'get-timeline'>;

/** The rows of the pages from `first` to `last` (from 0), by index; those that are loading are missing. */
export function useRows(input: Omit<Input, 'page' | 'pageSize'>, [first, last]: [number, number], live: boolean) {
  const pages = Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);
  const answers = useQueries({
    queries: pages.map((page) => {
      const request = { ...input, page: page + 1, pageSize: PAGE };
      return {
        queryKey: callKey('get-timeline', request),
        queryFn: ({ signal }: { signal: AbortSignal }) => call('get-timeline', request, { signal }),
        placeholderData: keepPreviousData,
        ...(live && { refetchInterval: REFETCH_MS }),
      };
    }),
  });
  const rows = new Map<number, TimelineRow>();
  answers.forEach(({ data, isPlaceholderData }, index) => {
    // The data of another page or another day must not be used.
    if (isPlaceholderData) return;
    data?.rows.forEach((row, at) => rows.set((pages[index] ?? 0) * PAGE + at, row));
  });
  return {
    rows,
    total: answers.find(({ data }) => data !== undefined)?.data?.total,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => answers.forEach(({ refetch }) => void refetch()),
  };
}
