import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatView, parseView, PATH, type ViewState } from './view-state.ts';
import { inBase, outOfBase } from '../../api/base-path.ts';

const WRITE_MS = 400;

/**
 * The state of the view, stored in the address. It is written without the router, because the camera changes often and
 * a navigation would render the whole shell; navigations of the router itself (a menu, a link) are read again. The
 * camera is not React state: it is only written to the address.
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
      // The browser's Back changes the address before the next screen is mounted: that entry does not belong to this
      // view.
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
