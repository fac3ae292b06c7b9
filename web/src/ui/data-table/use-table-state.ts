import { useSearchParams } from 'react-router';
import { SAME_PAGE } from '../same-page.ts';
import { readTableState, writeTableState, type TableDefaults, type TableState } from './table-state.ts';

/**
 * The address as it is now. A recent change may not have been rendered yet: the router would return the rendered
 * address, and so undo that change.
 */
const addressNow = () => new URLSearchParams(window.location.search);

/** The state of a table, stored in the address so that a link opens the same view. `defaults` must not change. */
export function useTableState<Sort extends string>(defaults: TableDefaults<Sort>) {
  const [params, setParams] = useSearchParams();
  return {
    state: readTableState(params, defaults),
    /** `search` replaces the history entry, so that Back does not go letter by letter. */
    change(change: Partial<TableState<Sort>>) {
      const typed = change.search !== undefined;
      setParams(writeTableState(addressNow(), defaults, change), typed ? { replace: true, ...SAME_PAGE } : {});
    },
    /** Sets further filters in the address, and returns to the first page; null removes a filter. */
    filter(filters: Readonly<Record<string, string | null>>) {
      const next = addressNow();
      next.delete('page');
      for (const [name, value] of Object.entries(filters)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      setParams(next);
    },
  };
}
