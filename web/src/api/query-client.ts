import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** Only what may pass by itself is tried again: no answer, or an error of the server. */
const mayPass = (error: Error) => error instanceof CallError && (error.status === 0 || error.status === 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      networkMode: 'always', // the server may be on this machine
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
