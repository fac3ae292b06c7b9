import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { readPlace } from '../../ui/map/geodesy.ts';

/** Fewer letters are the beginning of too many streets. */
const LEAST = 4;
const PAUSE_MS = 200;
const LONGEST = 100;
const MOST = 4;

/**
 * Addresses for what is typed, which the live map shows; none for whom it is closed. Coordinates are an address too. Names of
 * people and plates are typed here as well, so that nothing goes to a geocoder before somebody asks for an address.
 */
export function useFoundAddresses(query: string) {
  const mayMap = useMay('live-map', 'view');
  const wanted = query.trim().slice(0, LONGEST);
  const [debounced] = useDebouncedValue(wanted, PAUSE_MS);
  const place = mayMap ? readPlace(wanted) : null;
  const isName = mayMap && place === null && wanted.length >= LEAST;
  const found = useCall(
    'get-named-places',
    { text: debounced, own: true },
    { enabled: isName && debounced.length >= LEAST, placeholderData: keepPreviousData },
  );
  return {
    rows: place ? [{ name: wanted, ...place }] : isName ? (found.data?.rows.slice(0, MOST) ?? []) : [],
    /** What can be searched as an address on the live map, with the geocoder; null for what is none. */
    searchable: isName ? wanted : null,
    searching: isName && (debounced !== wanted || found.isFetching),
  };
}
