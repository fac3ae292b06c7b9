import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readSidebarClosed, saveSidebarClosed } from '../../api/storage.ts';

/** Below this width the menu closes by itself (specification, section 9). */
const AUTO_CLOSE = '(max-width: 1169.98px)';
/** Below this width it is a drawer over the page. */
const PHONE = '(max-width: 767.98px)';

export interface Sidebar {
  /** True if only the icons are shown. */
  closed: boolean;
  phone: boolean;
  drawerOpen: boolean;
  toggle: () => void;
  closeDrawer: () => void;
  /** Shows the entries' titles instead of only icons. */
  expand: () => void;
}

export function useSidebar(): Sidebar {
  const narrow = useMediaQuery(AUTO_CLOSE, undefined, { getInitialValueInEffect: false });
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const [side, setSide] = useState(() => ({ narrow, closed: narrow || readSidebarClosed() }));
  const [drawerOpen, setDrawerOpen] = useState(false);
  if (side.narrow !== narrow) setSide({ narrow, closed: narrow || readSidebarClosed() });

  function change(next: boolean) {
    setSide({ narrow, closed: next });
    if (!narrow) saveSidebarClosed(next);
  }
  return {
    closed: side.closed && !phone,
    phone,
    drawerOpen: drawerOpen && phone,
    toggle: () => (phone ? setDrawerOpen((open) => !open) : change(!side.closed)),
    closeDrawer: () => setDrawerOpen(false),
    expand: () => change(false),
  };
}
