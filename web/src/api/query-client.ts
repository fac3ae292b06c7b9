import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/**
 * The number of retries of a failure that can be temporary. After a timeout there are none: the person has waited long
 * already.
 */
function triesAfter(error: Error): number {
  if (!(error instanceof CallError)) return 0;
  if (error.fault.code === 'unanswered') return 1;
  return error.status === 0 || error.status === 500 ? 2 : 0;
}

/** For calls that retry by themselves if no reply comes (`SOON`). */
export const retryFault = (failures: number, error: Error): boolean =>
  error instanceof CallError && error.status !== 0 && failures < triesAfter(error);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < triesAfter(error),
      networkMode: 'always', // The server can be on this machine.
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
