import { type RefObject, useEffect, useMemo } from 'react';
import { fieldValues } from './field-values.ts';

/** Keys that change no field. */
const IDLE_KEYS = new Set(['Escape', 'Tab', 'Shift', 'Control', 'Alt', 'Meta']);
const DIALOG = '[role="dialog"]';

/**
 * Whether something was entered into the fields of a dialog, whatever they are: they hold something else than before the
 * person first touched one. What arrives before that, such as the record itself, counts as what was there.
 */
export function createEntered(scope: RefObject<HTMLElement | null>) {
  let before: string | null = null;
  let isTouched = false;
  const content = () => scope.current?.querySelector(DIALOG) ?? scope.current;

  function look(event: Event): void {
    const element = content();
    if (isTouched || !element || !(event.target instanceof Node) || !element.contains(event.target)) return;
    if (event instanceof KeyboardEvent && IDLE_KEYS.has(event.key)) return;
    // By now the field holds what was entered.
    if (event.type !== 'input' && event.type !== 'change') before = fieldValues(element);
    // The first field has the focus before its record is there.
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

/** What was entered into the dialog within `scope` while it is `opened`. */
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
