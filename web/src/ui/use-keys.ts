import { useEffect, useEffectEvent } from 'react';

/** Controls that handle keys themselves. */
export const TYPING = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** A focused element in it can be removed; its keys then go to the page. */
const DIALOG = '[role="dialog"][aria-modal="true"]';

const isTyping = (target: Element) => target.closest(TYPING) !== null;

/**
 * Single-key shortcuts of the page, by the key's name. They are disabled while a person types or a dialog or menu is
 * open.
 * @param isOwn true if an element handles keys itself
 */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>, isOwn = isTyping): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && isOwn(event.target)) return;
    if (Object.hasOwn(keys, event.key)) keys[event.key]?.(event);
  });
  useEffect(() => {
    // Checked before a dialog handles the key, which can close it.
    let inDialog = false;
    const look = () => {
      inDialog = document.querySelector(DIALOG) !== null;
    };
    const listener = (event: KeyboardEvent) => {
      if (!inDialog) press(event);
    };
    addEventListener('keydown', look, true);
    addEventListener('keydown', listener);
    return () => {
      removeEventListener('keydown', look, true);
      removeEventListener('keydown', listener);
    };
  }, []);
}
