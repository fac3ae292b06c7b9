import { useEffect, type RefObject } from 'react';

const STEPS: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };
/** Controls that handle these keys themselves, unless they are rows. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="slider"]';

/**
 * Keys j and k move the focus from row to row of a list while nothing is being typed; so do the arrow keys once the
 * focus is in the list. The focused row handles Enter itself. While a dialog is open, only its own lists react.
 * @param rows the focusable element of a row, as a selector
 */
export function useRowKeys(body: RefObject<HTMLElement | null>, rows = '[data-row]'): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const step = STEPS[event.key];
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { activeElement } = document;
      const own = activeElement?.closest(OWN_KEYS);
      if (own && !(own.matches(rows) && body.current?.contains(own))) return;
      const dialog = activeElement?.closest('[role="dialog"]');
      if (!body.current || (dialog && !dialog.contains(body.current))) return;
      const all = [...body.current.querySelectorAll<HTMLElement>(rows)].filter((row) => !row.matches(':disabled'));
      const at = all.findIndex((row) => row.contains(activeElement));
      if (at === -1 && event.key.length > 1) return;
      const next = all[at === -1 ? 0 : at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body, rows]);
}
