import { useSearchParams } from 'react-router';
import { type DashboardState, readState, writeState } from './dashboard-state.ts';

/** The state of the dashboard, kept in the address so that a link opens the same view. */
export function useDashboardState() {
  const [params, setParams] = useSearchParams();
  return {
    state: readState(params),
    change: (part: Partial<DashboardState>) => setParams((current) => writeState(current, part)),
    /** Address of this view with a change, for links. */
    address: (part: Partial<DashboardState>) => {
      const query = writeState(params, part).toString();
      return query === '' ? '/dashboard/main' : `/dashboard/main?${query}`;
    },
  };
}
