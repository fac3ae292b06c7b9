import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { holdWork, confirmLeave } from '../../api/unsaved.ts';

export interface DialogAround {
  /** Its forms: whether what they hold would be lost with it. */
  forms: Set<() => boolean>;
  /** Leaves the dialog by `go`, after a question where something entered would be lost. */
  leave: (go: () => void) => void;
}

/** The dialog around a form. */
export const DialogContext = createContext<DialogAround | null>(null);

/** Asks before a form is left while `isUnsaved`, whether by a navigation, with its dialog, or with the window. */
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

/** What a form is left by, other than by saving it: it asks where something entered would be lost. */
export function useLeave(): (go: () => void) => void {
  return useContext(DialogContext)?.leave ?? confirmLeave;
}
