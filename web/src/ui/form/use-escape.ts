import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

const MODAL = '[role="dialog"][aria-modal="true"]';

/**
 * Closes a drawer by Escape, unless the key belongs to a dialog over it: by themselves both would close. Returns where
 * the drawer is.
 */
export function useEscape(opened: boolean, onClose: () => void): RefObject<HTMLDivElement | null> {
  const drawer = useRef<HTMLDivElement>(null);
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !opened) return;
      const target = event.target instanceof Element ? event.target : null;
      // Lists that are open close alone.
      if (target?.getAttribute('data-mantine-stop-propagation') === 'true') return;
      // A dialog that has just heard of the key may be gone from the page, but not from around what had the focus.
      const pressedIn = target?.closest(MODAL) ?? [...document.querySelectorAll(MODAL)].at(-1);
      if (!pressedIn || drawer.current?.contains(pressedIn)) onClose();
    },
    { capture: true },
  );
  return drawer;
}
