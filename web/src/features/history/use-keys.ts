import { useEffect, useEffectEvent } from 'react';

/** Controls in which keys mean themselves; a button is pressed by the space bar. */
const OWN = 'input, textarea, select, button, a, [contenteditable], [role="menu"], [role="dialog"], [role="listbox"]';

/** Single keys of the screen by name. They do nothing while a person types, or a dialog or menu is open. */
export function useKeys(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(OWN) && !event.target.matches('[data-player] *'))
      return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
