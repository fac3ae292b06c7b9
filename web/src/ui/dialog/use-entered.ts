import { type RefObject, useEffect, useMemo } from 'react';
import { fieldValues } from './field-values.ts';

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
