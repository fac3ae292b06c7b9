import { useLocalStorage } from '@mantine/hooks';
import { useDeferredValue, useMemo } from 'react';
import { liveStore } from '../../live/live-client.ts';
import { useFleetRevision } from '../../live/use-live.ts';
import { buildFleetList, SORTS, type FleetList, type Sort } from './fleet-list.ts';
import type { ViewState } from './view-state.ts';
import { localStore } from '../../api/local-store.ts';

interface ListSettings {
  sort: Sort;
  grouped: boolean;
  /** The ids of collapsed groups. */
  collapsed: number[];
}
const DEFAULTS: ListSettings = { sort: 'registration', grouped: true, collapsed: [] };

/** The person's settings of the list: stored in the browser, not in the address, which is shared with others. */
export function useListSettings() {
  const [held, setHeld] = useLocalStorage<ListSettings>({
    key: localStore.keyOf('milepost.live-list'),
    defaultValue: DEFAULTS,
    getInitialValueInEffect: false,
  });
  const settings: ListSettings = {
    sort: SORTS.includes(held.sort) ? held.sort : DEFAULTS.sort,
    grouped: held.grouped,
    collapsed: Array.isArray(held.collapsed) ? held.collapsed : [],
  };
  return [settings, (part: Partial<ListSettings>) => setHeld({ ...settings, ...part })] as const;
}

/** The list, recomputed when the view changes, and at most once a second when the fleet does. */
export function useFleetList(view: ViewState, { sort, grouped, collapsed }: ListSettings): FleetList {
  const revision = useFleetRevision();
  const q = useDeferredValue(view.q);
  const { status, alarmed, groupId } = view;
  const folded = collapsed.join(' ');
  return useMemo(
    () =>
      buildFleetList(
        liveStore,
        { status, alarmed, q, groupId, sort, grouped, collapsed: new Set(folded ? folded.split(' ').map(Number) : []) },
        liveStore.vehiclesRevision,
      ),
    // The store is not React state; its revision signals changes.
    // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps
    [revision, status, alarmed, q, groupId, sort, grouped, folded],
  );
}
