import { useEffect, useEffectEvent } from 'react';

/** The key `a` on a row of the list: `onKey` receives the id from the row's `data-alarm`. */
export function useAcknowledgeKey(onKey: (id: number) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'a' || event.ctrlKey || event.metaKey || event.altKey) return;
    const { activeElement } = document;
    if (activeElement?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]')) {
      return;
    }
    const id = activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-alarm]')?.dataset['alarm'];
    if (id !== undefined) onKey(Number(id));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
