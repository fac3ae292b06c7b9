import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { CallOutput } from '../../../../api/call.ts';
import { callQuery } from '../../../../api/use-call.ts';
import type { Turn } from './turns.ts';

const TRACK_POINTS = 5000;

export type Track = CallOutput<'get-track'>['track'];

const tracksOf = (answers: readonly { data: CallOutput<'get-track'> | undefined }[]): Track[] =>
  answers.flatMap(({ data }) => (data ? [data.track] : []));

/** Where the vehicles of a run drove, each in its turn; nothing of one that the person may not see. */
export function useRunTracks(turns: readonly Turn[]): Track[] {
  return useQueries({
    queries: turns.map(({ vehicle, from, to }) => ({
      ...callQuery('get-track', {
        vehicleId: vehicle.id,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        maxPoints: TRACK_POINTS,
      }),
      placeholderData: keepPreviousData<CallOutput<'get-track'>>,
    })),
    combine: tracksOf,
  });
}
