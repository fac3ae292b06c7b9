import { useEffect, type RefObject } from 'react';

/** Keys j and k move the focus from row to row while nothing is being typed; the focused row answers Enter itself. */
export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if ((event.key !== 'j' && event.key !== 'k') || event.ctrlKey || event.metaKey || event.altKey) return;
      const { activeElement } = document;
      if (activeElement?.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return;
      const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.contains(activeElement));
      const next = rows[at === -1 ? 0 : at + (event.key === 'j' ? 1 : -1)];
      next?.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body]);
}
