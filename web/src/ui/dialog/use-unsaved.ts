import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { holdWork } from '../../api/unsaved.ts';

/** The forms of the dialog around. */
export const FormsOfDialog = createContext<Set<() => boolean> | null>(null);

/** Asks before a form is left while `isUnsaved`, whether by a navigation, with its dialog, or with the window. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const forms = useContext(FormsOfDialog);
  const ask = useEffectEvent(isUnsaved);
  useEffect(() => {
    const check = () => ask();
    const release = holdWork({ isUnsaved: check, isRecord: true });
    forms?.add(check);
    return () => {
      release();
      forms?.delete(check);
    };
  }, [forms]);
}
