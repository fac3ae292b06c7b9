import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useCall } from '../../api/use-call.ts';

/** The minimum length of a search; fewer letters match too much. */
const MIN_CHARACTERS = 2;
const PAUSE_MS = 150;
const MAX_CHARACTERS = 100;

/** The records that the server finds for the typed text, debounced. */
export function useFoundRecords(query: string) {
  const wanted = query.trim().slice(0, MAX_CHARACTERS);
  const [debounced] = useDebouncedValue(wanted, PAUSE_MS);
  const enabled = wanted.length >= MIN_CHARACTERS && debounced.length >= MIN_CHARACTERS;
  const found = useCall('get-found-records', { search: debounced }, { enabled, placeholderData: keepPreviousData });
  return {
    rows: enabled ? (found.data?.rows ?? []) : [],
    /** True while the reply to the typed text is pending. */
    searching: wanted.length >= MIN_CHARACTERS && (debounced !== wanted || found.isFetching),
    error: enabled ? found.error : null,
  };
}
