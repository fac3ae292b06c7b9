import { useEffect, useRef, useState } from 'react';

/**
 * Fetches a list anew each time one of its rows is opened in a form; false until it is here. The row of a while ago would
 * be written back over what was saved since.
 * @param opened the id of the row; null where none is open, or a new one
 */
export function useFreshRows(opened: number | null, refetch: () => Promise<unknown>): boolean {
  const [fetched, setFetched] = useState<number | null>(null);
  const fetching = useRef(refetch);
  useEffect(() => {
    fetching.current = refetch;
  });
  useEffect(() => {
    if (opened === null) return undefined;
    let wanted = true;
    void fetching.current().finally(() => wanted && setFetched(opened));
    return () => {
      wanted = false;
      setFetched(null);
    };
  }, [opened]);
  return opened === null || fetched === opened;
}
