import { useEffect, useRef, useState } from 'react';

/**
 * Reloads a list each time one of its rows is opened in a form; false until it has arrived. An older copy of the row
 * would overwrite changes saved since.
 * @param opened the id of the row; null if none is open, or a new one
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
