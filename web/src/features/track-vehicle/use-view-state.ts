import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatView, parseView, PATH, type ViewState } from './view-state.ts';
import { inBase, outOfBase } from '../../api/base-path.ts';

const WRITE_MS = 400;

/**
 * The state of the view, kept in the address bar. It is written past the router, because the camera changes often and
 * a navigation would make the whole shell render; what the router itself navigates to (a menu, a link) is read anew.
 * The camera is no React state: it is only carried to the address.
 * @returns with `visit`, which differs for each navigation of the router
 */
export function useViewState() {
  const location = useLocation();
  const [read, setRead] = useState({ key: location.key, state: parseView(location.pathname, location.search) });
  if (read.key !== location.key) {
    setRead({ key: location.key, state: parseView(location.pathname, location.search) });
  }
  const camera = useRef(read.state.camera);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(read.state);

  const write = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // The browser's Back changes the address before the next screen is there: that entry is not this view's.
      if (!`${outOfBase(window.location.pathname)}/`.startsWith(`${PATH}/`)) return;
      const address = inBase(formatView({ ...latest.current, camera: camera.current }));
      // The router's own entry (its key and index) stays in `history.state`.
      if (address !== window.location.pathname + window.location.search)
        history.replaceState(history.state, '', address);
    }, WRITE_MS);
  }, []);

  useEffect(() => {
    latest.current = read.state;
    write();
  }, [read.state, write]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback((part: Partial<Omit<ViewState, 'camera'>>) => {
    setRead((old) => ({ ...old, state: { ...old.state, ...part } }));
  }, []);
  const setCamera = useCallback(
    (next: ViewState['camera']) => {
      camera.current = next;
      write();
    },
    [write],
  );
  return { view: read.state, change, setCamera, visit: read.key };
}
