import { useEffect } from 'react';
import { CallError } from '../../api/call-error.ts';
import { endSession } from '../../api/session-end.ts';
import { useCall } from '../../api/use-call.ts';

/** The server-built menu. Any answer but 200 leads to sign-in (specification, section 8); no answer does not. */
export function useMenu() {
  const query = useCall('get-nav-menu', {}, { staleTime: 60_000 });
  const { error } = query;
  useEffect(() => {
    if (error instanceof CallError && error.status !== 0) endSession();
  }, [error]);
  return query;
}
