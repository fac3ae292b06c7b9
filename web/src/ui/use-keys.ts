import { useEffect, useEffectEvent } from 'react';

/** Controls in which keys mean themselves. */
export const TYPING = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** What had the focus in it can go; its keys are then pressed on the page. */
const DIALOG = '[role="dialog"][aria-modal="true"]';

const isTyping = (target: Element) => target.closest(TYPING) !== null;

/**
 * Single keys of the page, by the key's name. They do nothing while a person types or a dialog or menu is open.
 * @param isOwn whether keys mean themselves at an element
 */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>, isOwn = isTyping): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && isOwn(event.target)) return;
    if (Object.hasOwn(keys, event.key)) keys[event.key]?.(event);
  });
  useEffect(() => {
    // Looked for before a dialog hears of the key, which may close it.
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
