import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { readPlace } from '../../ui/map/geodesy.ts';

/** The minimum length of a search; fewer letters match too many streets. */
const MIN_CHARACTERS = 4;
const PAUSE_MS = 200;
const LONGEST = 100;
const MAX_ADDRESSES = 4;

/**
 * The addresses that match the typed text, for the live map; none if the person may not open it. Coordinates count as
 * an address too. People also type names and registrations here, so nothing is sent to a geocoder before the person
 * asks for an address.
 */
export function useFoundAddresses(query: string) {
  const mayMap = useMay('live-map', 'view');
  const wanted = query.trim().slice(0, LONGEST);
  const [debounced] = useDebouncedValue(wanted, PAUSE_MS);
  const place = mayMap ? readPlace(wanted) : null;
  const isName = mayMap && place === null && wanted.length >= MIN_CHARACTERS;
  const found = useCall(
    'get-named-places',
    { text: debounced, own: true },
    { enabled: isName && debounced.length >= MIN_CHARACTERS, placeholderData: keepPreviousData },
  );
  return {
    rows: place ? [{ name: wanted, ...place }] : isName ? (found.data?.rows.slice(0, MAX_ADDRESSES) ?? []) : [],
    /** The text that the geocoder can search as an address; null if it is none. */
    searchable: isName ? wanted : null,
    searching: isName && (debounced !== wanted || found.isFetching),
  };
}
