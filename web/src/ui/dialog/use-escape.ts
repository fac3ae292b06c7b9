import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

const MODAL = '[role="dialog"][aria-modal="true"]';
/** Lists, menus and calendars that are open, and the fields that opened them: Escape is theirs. */
const OPEN_ABOVE = '[data-mantine-stop-propagation="true"], [data-menu-dropdown], .mantine-Popover-dropdown';

/**
 * Closes a dialog or drawer by Escape, unless the key belongs to a dialog over it, or to a list that is open: by themselves
 * all would close. Returns where the dialog is.
 */
export function useEscape(opened: boolean, onClose: () => void): RefObject<HTMLDivElement | null> {
  const drawer = useRef<HTMLDivElement>(null);
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !opened) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(OPEN_ABOVE)) return;
      // A dialog that has just heard of the key may be gone from the page, but not from around what had the focus.
      const pressedIn = target?.closest(MODAL) ?? [...document.querySelectorAll(MODAL)].at(-1);
      if (!pressedIn || drawer.current?.contains(pressedIn)) onClose();
    },
    { capture: true },
  );
  return drawer;
}
