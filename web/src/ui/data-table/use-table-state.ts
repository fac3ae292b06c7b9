import { useSearchParams } from 'react-router';
import { SAME_PAGE } from '../same-page.ts';
import { readTableState, writeTableState, type TableDefaults, type TableState } from './table-state.ts';

/**
 * The address as it is by now. What changed it a moment ago may not be drawn yet: the router would give the address that
 * is drawn, and take that change back.
 */
const addressNow = () => new URLSearchParams(window.location.search);

/** A table's state, kept in the address so that a link opens the same view. `defaults` must not change. */
export function useTableState<Sort extends string>(defaults: TableDefaults<Sort>) {
  const [params, setParams] = useSearchParams();
  return {
    state: readTableState(params, defaults),
    /** `search` replaces the entry in the history, so that Back does not go letter by letter. */
    change(change: Partial<TableState<Sort>>) {
      const typed = change.search !== undefined;
      setParams(writeTableState(addressNow(), defaults, change), typed ? { replace: true, ...SAME_PAGE } : {});
    },
    /** Sets what else in the address narrows the list, and goes to its first page; null takes a filter away. */
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
