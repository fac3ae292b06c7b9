import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { holdWork, confirmLeave } from '../../api/unsaved.ts';

export interface DialogAround {
  /** For each of its forms, a function that returns true if its input would be lost. */
  forms: Set<() => boolean>;
  /** Leaves the dialog by `go`, after a question if unsaved input would be lost. */
  leave: (go: () => void) => void;
}

/** The dialog that contains a form. */
export const DialogContext = createContext<DialogAround | null>(null);

/** Asks before a form is left while `isUnsaved`: by a navigation, with its dialog, or with the window. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const forms = useContext(DialogContext)?.forms;
  const checkUnsaved = useEffectEvent(isUnsaved);
  useEffect(() => {
    const check = () => checkUnsaved();
    const release = holdWork({ isUnsaved: check, isRecord: true });
    forms?.add(check);
    return () => {
      release();
      forms?.delete(check);
    };
  }, [forms]);
}

/** Returns the function by which a form is left other than by saving; it asks first if unsaved input would be lost. */
export function useLeave(): (go: () => void) => void {
  return useContext(DialogContext)?.leave ?? confirmLeave;
}
