import type { SeriesKey } from '@milepost/contract/history-operations';
import { MAX_SERIES } from '@milepost/contract/history-operations';
import { useLocalStorage } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { TrackRequest } from '../track/use-track.ts';
import { localStore } from '../../../api/local-store.ts';

/** Always at the top, if the device reports them. */
const USUAL = ['speed', 'ignition'];
/** The number of sensors drawn by default: more would leave no room for the map. */
const SENSORS_AT_FIRST = 3;
/** The number of buckets of the range: a pixel or two of the screen each. */
const BUCKETS = 800;
const iso = (ms: number) => new Date(ms).toISOString();

/** The keys drawn besides the usual ones: the first sensors except hidden ones, and those that somebody chose. */
export function shownKeys(
  others: readonly SeriesKey[],
  chosen: readonly string[],
  hidden: readonly string[],
): string[] {
  const first = others.filter(({ sensor }) => sensor).slice(0, SENSORS_AT_FIRST);
  return others.flatMap((one) =>
    chosen.includes(one.key) || (first.includes(one) && !hidden.includes(one.key)) ? [one.key] : [],
  );
}

/** The series of the chart below the map, and the further ones available. */
export function useSeries({ vehicleId, from, to }: TrackRequest) {
  const [chosen, setChosen] = useLocalStorage<string[]>({
    key: localStore.keyOf('milepost.history.series'),
    defaultValue: [],
  });
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: localStore.keyOf('milepost.history.hidden-sensors'),
    defaultValue: [],
  });
  const range = { vehicleId: vehicleId ?? 1, from: iso(from), to: iso(to) };
  const options = { enabled: vehicleId !== null, staleTime: 5 * 60_000, refetchOnWindowFocus: false };
  const known = useCall('get-track-keys', range, options);
  const all = known.data?.keys;
  const others = useMemo(() => (all ?? []).filter(({ key }) => !USUAL.includes(key)), [all]);
  const shown = useMemo(() => shownKeys(others, chosen, hidden), [others, chosen, hidden]);
  const keys = useMemo<SeriesKey[]>(() => {
    const wanted = [...USUAL, ...shown].slice(0, MAX_SERIES);
    return wanted.flatMap((key) => all?.find((each) => each.key === key) ?? []);
  }, [all, shown]);
  const toggle = (key: string, on: boolean) => {
    setChosen(on ? [...chosen, key] : chosen.filter((each) => each !== key));
    setHidden(on ? hidden.filter((each) => each !== key) : [...hidden, key]);
  };
  const names = keys.map(({ key }) => key);
  const series = useCall(
    'get-track-series',
    { ...range, keys: names.length > 0 ? names : USUAL, buckets: BUCKETS },
    { ...options, enabled: options.enabled && names.length > 0, placeholderData: keepPreviousData },
  );
  return {
    keys,
    others,
    notDrawn: known.data?.notDrawn ?? [],
    shown,
    toggle,
    series: series.data,
    error: known.error ?? series.error,
    retry: () => void Promise.all([known.refetch(), series.refetch()]),
  };
}
