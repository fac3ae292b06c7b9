import type { GalleryFilter, LinkedFile } from '@milepost/contract/file-operations';
import { useQueries } from '@tanstack/react-query';
import { call, type CallOutput } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';
import { CHUNK } from './gallery-layout.ts';

/** @param chunks their numbers, separated by commas; @returns the loaded photos, by their index in the gallery */
export function usePhotos(filter: GalleryFilter, chunks: string): ReadonlyMap<number, LinkedFile> {
  const numbers = chunks === '' ? [] : chunks.split(',').map(Number);
  return useQueries({
    queries: numbers.map((chunk) => {
      const input = { ...filter, offset: chunk * CHUNK, most: CHUNK };
      return {
        queryKey: callKey('get-gallery', input),
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer> => ({
          ...(await call('get-gallery', input, { signal })),
          offset: input.offset,
        }),
        staleTime: 60_000,
      };
    }),
    combine: placed,
  });
}

type Answer = CallOutput<'get-gallery'> & { offset: number };

/** Defined outside of the hook, so that the result stays the same object until one of the chunks changes. */
const placed = (results: readonly { data: Answer | undefined }[]): ReadonlyMap<number, LinkedFile> =>
  new Map(
    results.flatMap(({ data }) =>
      (data?.rows ?? []).map((row, index): [number, LinkedFile] => [(data?.offset ?? 0) + index, row]),
    ),
  );
