import type { SeriesKey } from '@milepost/contract/history-routes';
import { MOST_SERIES } from '@milepost/contract/history-routes';
import { useLocalStorage } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { Asked } from '../track/use-track.ts';

/** Always at the top, where the device tells them. */
const USUAL = ['speed', 'ignition'];
/** Parts of the range: a pixel or two of the screen each. */
const BUCKETS = 800;
const iso = (ms: number) => new Date(ms).toISOString();

/** What the chart under the map shows, and what else there is. */
export function useSeries({ vehicleId, from, to }: Asked) {
  const [chosen, setChosen] = useLocalStorage<string[]>({ key: 'milepost.history.series', defaultValue: [] });
  const range = { vehicleId: vehicleId ?? 1, from: iso(from), to: iso(to) };
  const options = { enabled: vehicleId !== null, staleTime: 5 * 60_000, refetchOnWindowFocus: false };
  const known = useCall('get-track-keys', range, options);
  const all = known.data?.keys;
  const keys = useMemo<SeriesKey[]>(() => {
    const wanted = new Set([...USUAL, ...chosen].slice(0, MOST_SERIES));
    return [...wanted].flatMap((key) => all?.find((each) => each.key === key) ?? []);
  }, [all, chosen]);
  const names = keys.map(({ key }) => key);
  const series = useCall(
    'get-track-series',
    { ...range, keys: names.length > 0 ? names : USUAL, buckets: BUCKETS },
    { ...options, enabled: options.enabled && names.length > 0, placeholderData: keepPreviousData },
  );
  const others = useMemo(() => (all ?? []).filter(({ key }) => !USUAL.includes(key)), [all]);
  return {
    keys,
    others,
    chosen: chosen.filter((key) => others.some((each) => each.key === key)),
    setChosen,
    series: series.data,
    error: known.error ?? series.error,
    retry: () => void Promise.all([known.refetch(), series.refetch()]),
  };
}
