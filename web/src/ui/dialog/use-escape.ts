import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

const MODAL = '[role="dialog"][aria-modal="true"]';
/** Open lists, menus and calendars, and the fields that opened them: Escape belongs to them. */
const OPEN_ABOVE = '[data-mantine-stop-propagation="true"], [data-menu-dropdown], .mantine-Popover-dropdown';

/**
 * Closes a dialog or drawer by Escape, unless the key belongs to a dialog above it or to an open list; otherwise all
 * would close. Returns a ref for the dialog.
 */
export function useEscape(opened: boolean, onClose: () => void): RefObject<HTMLDivElement | null> {
  const drawer = useRef<HTMLDivElement>(null);
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !opened) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(OPEN_ABOVE)) return;
      // A dialog that has just handled the key can already be removed from the page, but is still an ancestor of the
      // element that had the focus.
      const pressedIn = target?.closest(MODAL) ?? [...document.querySelectorAll(MODAL)].at(-1);
      if (!pressedIn || drawer.current?.contains(pressedIn)) onClose();
    },
    { capture: true },
  );
  return drawer;
}
