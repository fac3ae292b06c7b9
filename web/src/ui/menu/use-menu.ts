import { useQuery } from '@tanstack/react-query';
import { fetchMenu } from '../../api/nav-menu.ts';
import { callKey } from '../../api/use-call.ts';

/**
 * The server-built menu. Any status but 200 leads to sign-in (specification, section 8); a missing reply was retried
 * once.
 */
export function useMenu() {
  return useQuery({
    queryKey: callKey('get-nav-menu', {}),
    queryFn: () => fetchMenu(),
    retry: false,
    staleTime: 60_000,
  });
}
