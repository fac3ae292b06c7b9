import { MAX_BAND_DAYS, MAX_BAND_VEHICLES, MAX_TELEMETRY_DAYS } from '@milepost/contract/telemetry-operations';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CallOutput } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { useToday } from '../../live/use-today.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { dayOf, spanOfDay } from '../../text/local-day.ts';
import { dayShifter } from './shift-days.ts';
import { stripsOf } from './strips.ts';
import { readTelemetryState, type TelemetryState, writeTelemetryState } from './telemetry-state.ts';

const DAY_MS = 86_400_000;
/** The default attributes. */
const USUAL_KEYS = ['speed'];
/** The number of steps of the range: a pixel or two of the screen each. */
const STEPS = 1500;
const QUERY_OPTIONS = { staleTime: 60_000, refetchOnWindowFocus: false } as const;
const iso = (ms: number) => new Date(ms).toISOString();

/** The state of the address, the available options, and the values to draw. */
export function useTelemetry() {
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const state = readTelemetryState(params);
  const usual = spanOfDay(today);
  const [from, to] = state.range ?? [usual.from, usual.to];
  const change = (part: Partial<TelemetryState>) =>
    setParams((current) => writeTelemetryState({ ...readTelemetryState(current), ...part }));

  // Vehicles of an address can be deleted, or belong to somebody else: the others are shown.
  const listed = useCall(
    'get-telemetry-vehicles',
    state.vehicleIds.length > 0 ? { vehicleIds: state.vehicleIds.slice(0, MAX_VEHICLES) } : { pageSize: 1 },
    { ...QUERY_OPTIONS, placeholderData: keepPreviousData },
  );
  const vehicles = listed.data?.rows ?? NONE;
  const vehicleIds = vehicles.map(({ id }) => id);
  const tooLong = to - from > MAX_TELEMETRY_DAYS * DAY_MS;
  const enabled = vehicleIds.length > 0 && !tooLong;
  const ids = vehicleIds.length > 0 ? vehicleIds : [1];
  const range = { vehicleIds: ids, from: iso(from), to: iso(to) };
  const known = useCall('get-telemetry-keys', range, { ...QUERY_OPTIONS, enabled, placeholderData: keepPreviousData });
  const wanted = state.keys.length > 0 ? state.keys : USUAL_KEYS;
  const request = { keys: wanted.slice(0, MAX_KEYS), steps: STEPS };
  const series = useCall(
    'get-telemetry-series',
    { ...range, ...request },
    { ...QUERY_OPTIONS, enabled, placeholderData: keepPreviousData },
  );

  const zone = formatSettings().dayZone;
  const days = state.compare === null ? 0 : daysBetween(dayOf(from), state.compare);
  const there = dayShifter(days, zone);
  const compared = useCall(
    'get-telemetry-series',
    { ...range, from: iso(there(from)), to: iso(Math.max(there(to), there(from) + 1000)), ...request },
    { ...QUERY_OPTIONS, enabled: enabled && days !== 0, placeholderData: keepPreviousData },
  );

  const hasBands = to - from <= MAX_BAND_DAYS * DAY_MS;
  const bands = useCall(
    'get-telemetry-bands',
    { ...range, vehicleIds: ids.slice(0, MAX_BAND_VEHICLES) },
    { ...QUERY_OPTIONS, enabled: enabled && hasBands, placeholderData: keepPreviousData },
  );

  const [available, values, other] = [known.data, series.data, compared.data];
  // Each reading of the address returns a new list.
  const wantedText = wanted.join('\n');
  const strips = useMemo(() => {
    if (!values || !available) return null;
    const chosen = wantedText.split('\n').flatMap((key) => available.keys.find((each) => each.key === key) ?? []);
    const under = days !== 0 && other ? { series: other, move: dayShifter(-days, zone) } : null;
    return stripsOf(chosen, values, under);
  }, [values, available, other, days, zone, wantedText]);
  return {
    state,
    change,
    today,
    from,
    to,
    tooLong,
    vehicles,
    hasVehicles: listed.isPending || vehicles.length > 0,
    keys: known.data?.keys ?? null,
    wanted,
    series: series.data ?? null,
    strips,
    bands: hasBands ? (bands.data?.rows ?? null) : null,
    hasBands,
    days,
    compared: days !== 0 && compared.data ? compared.data : null,
    isFetching: series.isFetching || known.isFetching || (days !== 0 && compared.isFetching),
    error: listed.error ?? known.error ?? series.error ?? (days === 0 ? null : compared.error) ?? bands.error,
    retry: () =>
      void Promise.all([listed, known, series, ...(days === 0 ? [] : [compared])].map((query) => query.refetch())),
  };
}

export type Telemetry = ReturnType<typeof useTelemetry>;

const MAX_VEHICLES = 50;
const MAX_KEYS = 10;
const NONE: CallOutput<'get-telemetry-vehicles'>['rows'] = [];

/** The calendar days from one day to another. */
const daysBetween = (day: string, other: string) => Math.round((Date.parse(other) - Date.parse(day)) / DAY_MS);
