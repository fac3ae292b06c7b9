import type { MapFence } from '@milepost/contract/fence-routes';
import { useMemo } from 'react';
import { refresh } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { countTags, filterFences, type FenceFilter } from './fence-filter.ts';

const NONE: readonly MapFence[] = [];
const COUNTS_MS = 30_000;

/** All fences, those that fit the filter, and who is inside. */
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

/** After fences came or went: what is shown of one that went must not be asked for again. */
export const refreshFenceLists = () => refresh('get-fence-map', 'get-fence-list', 'get-fence-counts');

/** Tracking learns of a change after it was saved, and needs a moment to find out who is inside. */
const TRACKED_MS = 1500;

/** After a change of fences. */
export function refreshFences(): void {
  refreshFenceLists();
  refresh('get-fence-by-id', 'get-fence-now', 'get-fence-pasts');
  setTimeout(() => refresh('get-fence-counts', 'get-fence-now', 'get-visits-inside'), TRACKED_MS);
}
