import { useSearchParams } from 'react-router';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { type DashboardState, readState, writeState } from './dashboard-state.ts';

/** The state of the dashboard, stored in the address so that a link opens the same view. */
export function useDashboardState() {
  const [params, setParams] = useSearchParams();
  return {
    state: readState(params),
    change: (part: Partial<DashboardState>) => setParams((current) => writeState(current, part)),
    /** Sets the list beside the dashboard, or the content of one of its cards. */
    view: (part: Pick<Partial<DashboardState>, 'silent' | 'faulty' | 'behind' | 'by'>) =>
      setParams((current) => writeState(current, part), SAME_PAGE),
    /** The address of this view with a change, for links. */
    address: (part: Partial<DashboardState>) => {
      const query = writeState(params, part).toString();
      return query === '' ? '/dashboard/main' : `/dashboard/main?${query}`;
    },
  };
}
