import type { Trip } from '@milepost/contract/fact-operations';
import { MAX_SERIES } from '@milepost/contract/history-operations';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { seriesLabel } from '../../../ui/sensor/series-text.ts';
import { seriesValue } from '../chart/series-value.ts';

const QUERY_OPTIONS = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** The measuring sensors of a vehicle, each with its minimum and maximum on a trip. */
export function useTripSensors(vehicleId: number, trip: Pick<Trip, 'start' | 'end'>) {
  const { t } = useTranslation();
  // Includes the fix with which it ended; for a trip in progress, the values known when it was opened.
  const end = trip.end === null ? Date.parse(trip.start) + 86_400_000 : Date.parse(trip.end) + 1;
  const range = { vehicleId, from: trip.start, to: new Date(end).toISOString() };
  const known = useCall('get-track-keys', range, QUERY_OPTIONS);
  const measured = (known.data?.keys ?? []).filter(({ kind, sensor }) => sensor && kind === 'number');
  const keys = measured.slice(0, MAX_SERIES);
  const series = useCall(
    'get-track-series',
    { ...range, keys: keys.length > 0 ? keys.map(({ key }) => key) : ['speed'], buckets: 1 },
    { ...QUERY_OPTIONS, enabled: keys.length > 0 },
  );
  return keys.flatMap((one) => {
    const found = series.data?.series.find(({ key }) => key === one.key);
    const [low, high] = [found?.min[0] ?? null, found?.max[0] ?? null];
    if (low === null || high === null) return [];
    return [{ key: one.key, label: seriesLabel(t, one), values: seriesValue(t, one.key, [low, high], keys) }];
  });
}
