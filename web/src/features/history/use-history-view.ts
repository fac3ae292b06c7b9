import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatHistory, parseHistory, type HistoryView } from './history-view.ts';
import { presetRange, type Range } from './range-presets.ts';
import { inBase, outOfBase } from '../../api/base-path.ts';

/** Today. */
export const usualRange = (): Range => presetRange('today', Date.now());

/**
 * The state of the view, stored in the address. It is written without the router, because the moment changes often and
 * a navigation would render the whole shell; when the router itself navigates, it is read again.
 */
export function useHistoryView() {
  const location = useLocation();
  const [read, setRead] = useState(() => ({ key: location.key, view: parseHistory(location.search, usualRange()) }));
  if (read.key !== location.key) {
    setRead({ key: location.key, view: parseHistory(location.search, usualRange()) });
  }
  const latest = useRef(read.view);
  const write = useCallback(() => {
    if (outOfBase(window.location.pathname) !== '/history' || latest.current.vehicleId === null) return;
    // The router's own entry (its key and index) stays in `history.state`.
    history.replaceState(history.state, '', inBase(formatHistory(latest.current)));
  }, []);
  useEffect(() => {
    latest.current = read.view;
    write();
  }, [read.view, write]);

  /** When the vehicle or the range changes, the moment becomes the start. */
  const change = useCallback((part: Partial<HistoryView>) => {
    setRead((old) => ({ ...old, view: { ...old.view, at: null, ...part } }));
  }, []);
  const setAt = useCallback(
    (at: number) => {
      latest.current = { ...latest.current, at: Math.round(at) };
      write();
    },
    [write],
  );
  return { view: read.view, change, setAt };
}
