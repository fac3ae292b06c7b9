import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../api/call-error.ts';
import { fetchMenu } from '../../api/nav-menu.ts';
import { callKey } from '../../api/use-call.ts';

/** The server-built menu. Any answer but 200 leads to sign-in (specification, section 8); no answer is asked for again. */
export function useMenu() {
  return useQuery({
    queryKey: callKey('get-nav-menu', {}),
    queryFn: () => fetchMenu(),
    retry: (failures, error) => failures < 2 && error instanceof CallError && error.status === 0,
    staleTime: 60_000,
  });
}
