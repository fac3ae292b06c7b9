import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOutput } from '../../../api/call.ts';
import { callQuery } from '../../../api/use-call.ts';
import { decodeTrack, EMPTY_TRACK, type Track } from '../track/track.ts';
import { withoutWild } from '../track/wild-fixes.ts';

/** The number of points of each further vehicle: six vehicles have some 50,000, as many as one at a high zoom. */
const MAX_POINTS = 8000;

/** A further vehicle on the map. */
export interface OtherVehicle {
  vehicleId: number;
  track: Track;
  /** The maximum distance of a fix from the track, metres. */
  toleranceM: number;
  facts: CallOutput<'get-vehicle-facts'> | undefined;
  pending: boolean;
  error: Error | null;
  retry: () => void;
}

/** The used part of the results: the list stays the same object as long as the replies do. */
const answersOf = <Data>(results: UseQueryResult<Data>[]) =>
  results.map(({ data, isPending, error, refetch }) => ({ data, isPending, error, refetch }));

/** The tracks and facts of the vehicles besides the chosen one, over the same range. */
export function useOtherTracks(vehicleIds: readonly number[], fromMs: number, toMs: number): OtherVehicle[] {
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const options = { refetchOnWindowFocus: false, staleTime: 5 * 60_000 };
  const tracks = useQueries({
    queries: vehicleIds.map((vehicleId) => ({
      ...callQuery('get-track', { vehicleId, ...range, maxPoints: MAX_POINTS }),
      ...options,
    })),
    combine: answersOf<CallOutput<'get-track'>>,
  });
  const facts = useQueries({
    queries: vehicleIds.map((vehicleId) => ({
      ...callQuery('get-vehicle-facts', { vehicleId, ...range }),
      ...options,
    })),
    combine: answersOf<CallOutput<'get-vehicle-facts'>>,
  });
  return useMemo(
    () =>
      vehicleIds.map((vehicleId, index): OtherVehicle => {
        const [track, fact] = [tracks[index], facts[index]];
        return {
          vehicleId,
          track: track?.data ? decodedOf(track.data) : EMPTY_TRACK,
          toleranceM: toleranceOf(track?.data),
          facts: fact?.data,
          pending: track?.isPending ?? true,
          error: track?.error ?? fact?.error ?? null,
          retry: () => void Promise.all([track?.refetch(), fact?.refetch()]),
        };
      }),
    [vehicleIds, tracks, facts],
  );
}

/** The maximum distance of a fix from the drawn line, metres; 0 if all fixes are drawn. */
export const toleranceOf = (read: CallOutput<'get-track'> | undefined): number =>
  read === undefined || read.points === read.fixes ? 0 : read.toleranceM;

/** Each reply is decoded once, and released with it. */
const decoded = new WeakMap<object, Track>();
function decodedOf(answer: CallOutput<'get-track'>): Track {
  const known = decoded.get(answer);
  if (known) return known;
  const { track } = withoutWild(decodeTrack(answer.track));
  decoded.set(answer, track);
  return track;
}
