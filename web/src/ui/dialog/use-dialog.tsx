import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { holdWork, letGo } from '../../api/unsaved.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useEntered } from './use-entered.ts';
import { useEscape } from './use-escape.ts';

export interface DialogOptions {
  opened: boolean;
  onClose: () => void;
  /** False where nothing is lost with it: what its fields hold takes effect at once. */
  loses?: boolean | undefined;
  closeOnEscape?: boolean | undefined;
}

interface Dialog {
  ref: RefObject<HTMLDivElement | null>;
  /** By Escape, the cross, or a click beside it. */
  close: () => void;
  forms: Set<() => boolean>;
  /** The question whether to lose what was entered. */
  question: ReactNode;
}

/** What every dialog and drawer shares: it does not close over what was entered without asking. */
export function useDialog({ opened, onClose, loses = true, closeOnEscape = true }: DialogOptions): Dialog {
  const [asking, setAsking] = useState(false);
  const [forms] = useState(() => new Set<() => boolean>());
  const ref = useEscape(opened && closeOnEscape && !asking, close);
  const entered = useEntered(ref, opened && loses);

  useEffect(() => {
    if (!opened || !loses) return undefined;
    return holdWork({ isUnsaved: entered.isEntered, isRecord: false, forget: entered.forget });
  }, [opened, loses, entered]);

  function close() {
    if (loses && (entered.isEntered() || [...forms].some((isUnsaved) => isUnsaved()))) setAsking(true);
    else onClose();
  }

  const question = (
    <LeaveGuard
      opened={opened && asking}
      onStay={() => setAsking(false)}
      onLeave={() => {
        setAsking(false);
        entered.forget();
        letGo(onClose);
      }}
    />
  );
  return { ref, close, forms, question };
}
