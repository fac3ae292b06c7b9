import { useEffect, useEffectEvent } from 'react';

/** Controls in which keys mean themselves. */
export const TYPING = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

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
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
