import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../../api/call-error.ts';
import { callOrKept } from '../../api/kept-answers.ts';
import { endSession } from '../../api/session-end.ts';
import { callKey } from '../../api/use-call.ts';

/** The server-built menu. Any answer but 200 leads to sign-in (specification, section 8); no answer does not. */
export function useMenu() {
  const query = useQuery({
    queryKey: callKey('get-nav-menu', {}),
    queryFn: () => callOrKept('get-nav-menu', {}),
    staleTime: 60_000,
  });
  const { error } = query;
  useEffect(() => {
    if (error instanceof CallError && error.status !== 0) endSession();
  }, [error]);
  return query;
}
