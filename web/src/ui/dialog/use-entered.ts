import { type RefObject, useEffect, useMemo } from 'react';

/** Keys that do not change a field. */
const IDLE_KEYS = new Set(['Escape', 'Tab', 'Shift', 'Control', 'Alt', 'Meta']);
const DIALOG = '[role="dialog"]';

/**
 * Detects input in the fields of a dialog, of any kind: their values differ from those before the person first touched
 * one. Values that arrive before that, such as the record itself, count as initial.
 */
export function createEntered(scope: RefObject<HTMLElement | null>) {
  let before: string | null = null;
  let isTouched = false;
  const content = () => scope.current?.querySelector(DIALOG) ?? scope.current;

  function look(event: Event): void {
    const element = content();
    if (isTouched || !element || !(event.target instanceof Node) || !element.contains(event.target)) return;
    if (event instanceof KeyboardEvent && IDLE_KEYS.has(event.key)) return;
    // By then the field already contains the input.
    if (event.type !== 'input' && event.type !== 'change') before = fieldValues(element);
    // The first field gets the focus before its record is loaded.
    isTouched = event.type !== 'focusin';
  }
  return {
    look,
    isEntered(): boolean {
      const element = content();
      return isTouched && before !== null && element !== null && fieldValues(element) !== before;
    },
    forget(): void {
      before = null;
      isTouched = false;
    },
  };
}

const LOOKED_AT = ['focusin', 'pointerdown', 'keydown', 'beforeinput', 'paste', 'drop', 'input', 'change'] as const;

/** Tracks input in the dialog within `scope` while it is `opened`. */
export function useEntered(scope: RefObject<HTMLElement | null>, opened: boolean) {
  const entered = useMemo(() => createEntered(scope), [scope]);
  useEffect(() => {
    if (!opened) return undefined;
    for (const name of LOOKED_AT) addEventListener(name, entered.look, true);
    return () => {
      for (const name of LOOKED_AT) removeEventListener(name, entered.look, true);
      entered.forget();
    };
  }, [entered, opened]);
  return entered;
}

const FIELDS = 'input, textarea, select, [contenteditable="true"]';
/** Search texts are not lost input, and the owner of a file input stores the file itself. */
const PASSING = new Set(['search', 'file', 'button', 'submit', 'reset', 'image']);

/** The values of all fields within an element, as one text to compare; the fields of open lists are excluded. */
function fieldValues(scope: Element): string {
  const values: string[] = [];
  for (const field of scope.querySelectorAll(FIELDS)) {
    if (field instanceof HTMLInputElement) {
      if (PASSING.has(field.type) || isOnlyShown(field)) continue;
      values.push(field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value);
    } else if (field instanceof HTMLTextAreaElement) {
      if (!field.readOnly) values.push(field.value);
    } else if (field instanceof HTMLSelectElement) values.push(field.value);
    else values.push(field.textContent);
  }
  return JSON.stringify(values);
}

/**
 * True for a field that only displays its value, such as a link to copy. A select is read-only to the keyboard too, but
 * can be opened.
 */
const isOnlyShown = (field: HTMLInputElement) => field.readOnly && !field.hasAttribute('aria-haspopup');
