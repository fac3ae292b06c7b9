import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../../../../api/call.ts';
import { callQuery } from '../../../../api/use-call.ts';
import type { VehicleSpan } from './vehicle-spans.ts';

const TRACK_POINTS = 5000;

export type Track = CallOutput<'get-track'>['track'];

const tracksOf = (answers: readonly { data: CallOutput<'get-track'> | undefined }[]): Track[] =>
  answers.flatMap(({ data }) => (data ? [data.track] : []));

/** The tracks of a run's vehicles, each for its own time; without vehicles that the person may not see. */
export function useRunTracks(spans: readonly VehicleSpan[]): Track[] {
  const client = useQueryClient();
  return useQueries({
    queries: spans.map(({ vehicle, from, to }) => {
      const turn = { vehicleId: vehicle.id, from: new Date(from).toISOString() };
      return {
        ...callQuery('get-track', {
          ...turn,
          to: new Date(to).toISOString(),
          maxPoints: TRACK_POINTS,
          plausible: true,
        }),
        // An ongoing span is a new query each minute: until it is loaded, the previous track is shown.
        placeholderData: () =>
          client
            .getQueriesData<CallOutput<'get-track'>>({ queryKey: ['get-track', turn] })
            .findLast(([, data]) => data)?.[1],
      };
    }),
    combine: tracksOf,
  });
}
