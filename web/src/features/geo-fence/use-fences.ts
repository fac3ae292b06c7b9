import type { MapFence } from '@milepost/contract/fence-operations';
import { useMemo } from 'react';
import { refresh } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { countTags, filterFences, type FenceFilter } from './fence-filter.ts';

const NONE: readonly MapFence[] = [];
const COUNTS_MS = 30_000;

/** All geofences, those that match the filter, and the vehicles inside. */
export function useFences({ search, tags }: FenceFilter) {
  const query = useCall('get-fence-map', {}, { staleTime: 60_000 });
  const counts = useCall('get-fence-counts', {}, { refetchInterval: COUNTS_MS });
  const all = query.data?.rows ?? NONE;
  const tagKey = tags.join('\0');
  const shown = useMemo(
    () => filterFences(all, { search, tags: tagKey === '' ? [] : tagKey.split('\0') }),
    [all, search, tagKey],
  );
  const inside = useMemo(() => new Map(counts.data?.rows.map((row) => [row.id, row])), [counts.data]);
  return { query, all, shown, tags: useMemo(() => countTags(all), [all]), inside };
}

/** Called after geofences were added or removed: a removed one must not be requested again. */
export const refreshFenceLists = () => refresh('get-fence-map', 'get-fence-list', 'get-fence-counts');

/** Tracking receives a change after it was saved, and needs a moment to compute which vehicles are inside. */
const TRACKED_MS = 1500;

/** Called after a change of geofences. */
export function refreshFences(): void {
  refreshFenceLists();
  refresh('get-fence-by-id', 'get-fence-now', 'get-fence-pasts');
  setTimeout(() => refresh('get-fence-counts', 'get-fence-now', 'get-visits-inside'), TRACKED_MS);
}
