import { useCallback, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { valueAtIndex, decodeTrack, EMPTY_TRACK, indexAt, splice, type Track } from './track.ts';
import { withoutWild } from './wild-fixes.ts';

const HOUR_MS = 3_600_000;
/**
 * The number of points of the whole range: enough for one screen, and drawn immediately; visible parts are loaded in
 * more detail.
 */
const FIRST_POINTS = 13_000;
/** The number of points of a detailed part: more than fit on a screen. */
const MAX_POINTS = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

export interface TrackRequest {
  vehicleId: number | null;
  from: number;
  to: number;
}

/** The part of the track to load in more detail. */
export interface DetailRequest {
  /** [west, south, east, north], degrees. */
  bounds: readonly [number, number, number, number];
  /** Metres. */
  toleranceM: number;
}

/** The detailed parts of one track: the visible one, and every fix around the moment. */
interface Parts {
  of: object;
  view: Track | null;
  /** The tolerance of the visible part, metres. */
  viewToleranceM: number | null;
  fixes: Track | null;
}

/** The track of a vehicle: the whole range simplified, with more detail where a person zooms in. */
export function useTrack({ vehicleId, from, to }: TrackRequest) {
  const query = useCall(
    'get-track',
    { vehicleId: vehicleId ?? 1, from: iso(from), to: iso(to), maxPoints: FIRST_POINTS },
    { enabled: vehicleId !== null, staleTime: 5 * 60_000, refetchOnWindowFocus: false },
  );
  const { data } = query;
  const [parts, setParts] = useState<Parts | null>(null);
  const whole = useMemo(() => (data ? decodeTrack(data.track) : EMPTY_TRACK), [data]);
  const mine = parts !== null && parts.of === data ? parts : null;
  const joined = useMemo(
    () => [mine?.view, mine?.fixes].reduce<Track>((all, part) => (part ? splice(all, part) : all), whole),
    [whole, mine],
  );
  const { track, wild } = useMemo(() => withoutWild(joined), [joined]);

  const refine = useCallback(
    async ({ bounds, toleranceM }: DetailRequest) => {
      if (!data || vehicleId === null) return;
      const span = spanWithin(whole, bounds);
      const fineEnough = data.points === data.fixes || data.toleranceM <= toleranceM * 1.5;
      if (!span || fineEnough) return;
      const finer = await call('get-track', {
        vehicleId,
        from: iso(span[0]),
        to: iso(span[1] + 1),
        toleranceM,
        bounds: [...bounds],
        maxPoints: MAX_POINTS,
      });
      setParts((old) => ({
        fixes: null,
        ...(old?.of === data && old),
        of: data,
        view: decodeTrack(finer.track),
        viewToleranceM: finer.toleranceM,
      }));
    },
    [data, whole, vehicleId],
  );

  /** Loads every fix around a moment, to step from one to the next, into the track. */
  const withFixes = useCallback(
    async (ms: number): Promise<Track> => {
      if (!data || vehicleId === null || data.points === data.fixes) return track;
      const [first, last] = [valueAtIndex(whole.times, 0), whole.times.at(-1) ?? 0];
      const known = mine?.fixes;
      const near = HOUR_MS / 4;
      if (
        known &&
        valueAtIndex(known.times, 0) <= Math.max(first, ms - near) &&
        (known.times.at(-1) ?? 0) >= Math.min(last, ms + near)
      ) {
        return track;
      }
      const around = { from: iso(Math.max(first, ms - HOUR_MS)), to: iso(Math.min(last, ms + HOUR_MS) + 1) };
      const answer = await call('get-track', { vehicleId, ...around, toleranceM: 0, maxPoints: 100_000 });
      const fixes = decodeTrack(answer.track);
      setParts((old) => ({ view: null, viewToleranceM: null, ...(old?.of === data && old), of: data, fixes }));
      return withoutWild(splice(joined, fixes)).track;
    },
    [data, whole, vehicleId, track, joined, mine],
  );

  return { query, track, wild, viewToleranceM: mine?.viewToleranceM ?? null, refine, withFixes };
}

/** The span from the first to the last moment within the bounds; null if the track is never there. */
function spanWithin(track: Track, [west, south, east, north]: DetailRequest['bounds']): [number, number] | null {
  let first = -1;
  let last = -1;
  for (let i = 0; i < track.times.length; i++) {
    const [lat, lon] = [valueAtIndex(track.lats, i), valueAtIndex(track.lons, i)];
    const within = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    if (!within || lat < south || lat > north) continue;
    if (first === -1) first = i;
    last = i;
  }
  if (first === -1) {
    // A leg can cross the screen without an end in it.
    return null;
  }
  return [
    valueAtIndex(track.times, Math.max(0, first - 1)),
    valueAtIndex(track.times, Math.min(track.times.length - 1, last + 1)),
  ];
}

/** The moment of the fix before or after another; null at the ends. */
export function stepFrom(track: Track, ms: number, direction: 1 | -1): number | null {
  const here = indexAt(track, ms);
  const index = direction === 1 ? here + 1 : track.times[here] === ms ? here - 1 : here;
  return track.times[index] ?? null;
}
